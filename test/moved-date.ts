/**
 * Moves `Date` of this process or page by so many milliseconds; time goes on from there. The answer moves it further.
 * A page gets the text of this function, so it stands alone.
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
