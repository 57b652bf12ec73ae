/** Replaces lodash's merge for options and formats: plain objects are merged, any other value replaces what was there. */
module.exports = function merge(target, ...sources) {
  for (const source of sources) {
    for (const key of Object.keys(source ?? {})) {
      const value = source[key];
      if (value === undefined && key in target) continue;
      target[key] = isPlain(value) ? merge(isPlain(target[key]) ? target[key] : {}, value) : value;
    }
  }
  return target;
};

const isPlain = (value) =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
