/** As Object.hasOwn, which the browser of an old television lacks. */
export const hasOwn = (fields: object, name: PropertyKey): boolean =>
  // biome-ignore lint/suspicious/noPrototypeBuiltins: this is what the newer function stands for
  Object.prototype.hasOwnProperty.call(fields, name);
