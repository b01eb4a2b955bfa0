/**
 * Replaces `Array.from` and does the same. On their pages Prototype.js and MooTools replace `Array.from` by a function
 * that ignores the second argument and empties a Set, so the build binds each use to this function, also in libraries.
 */
export function arrayFrom<Item, Result = Item>(
  items: Iterable<Item> | ArrayLike<Item>,
  map: (item: Item, index: number) => Result = (item) => item as Item & Result
): Result[] {
  const list = Symbol.iterator in Object(items) ? items : Array.prototype.slice.call(items)
  // The spread turns the holes of an array into undefined items, which `map` would skip otherwise.
  return [...(list as Iterable<Item>)].map((item, index) => map(item, index))
}
