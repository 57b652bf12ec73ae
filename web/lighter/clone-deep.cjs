/** In place of lodash.clonedeep: notes are plain data, of objects, arrays and what is neither. */
module.exports = function cloneDeep(value) {
  if (Array.isArray(value)) return value.map(cloneDeep);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const key of Object.keys(value)) copy[key] = cloneDeep(value[key]);
  return copy;
};
