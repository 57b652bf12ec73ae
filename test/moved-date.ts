/**
 * Moves `Date` of this process or page by so many milliseconds; time runs on from there. The result moves it further.
 * A page gets the text of this function, so it can't use anything from outside.
 */
export function moveDate(offset: number): (milliseconds: number) => void {
  let moved = offset;
  const real = Date.now.bind(Date);
  Date.now = () => real() + moved;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length > 0 ? given : [Date.now()], made),
    apply: () => new Date().toString(),
  });
  return (milliseconds) => {
    moved += milliseconds;
  };
}
