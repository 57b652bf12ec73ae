/** Replaces lodash's isEqual for notes, which are plain data: objects, arrays, text and numbers. */
module.exports = function isEqual(one, other) {
  if (Object.is(one, other) || one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const keys = Object.keys(one);
  const otherKeys = new Set(Object.keys(other));
  if (keys.length !== otherKeys.size) return false;
  return keys.every((key) => otherKeys.has(key) && isEqual(one[key], other[key]));
};
