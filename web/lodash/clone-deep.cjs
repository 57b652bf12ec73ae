/** Replaces lodash's cloneDeep for notes and the editor's bindings: objects and arrays are copied, patterns are not. */
module.exports = function cloneDeep(value) {
  if (Array.isArray(value)) return value.map(cloneDeep);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const key of Object.keys(value)) copy[key] = cloneDeep(value[key]);
  return copy;
};
