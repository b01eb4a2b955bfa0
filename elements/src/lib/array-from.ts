/**
 * Replaces `Array.from`, as it is in every browser. Prototype.js and MooTools replace it on their pages by a function
 * that ignores the second argument and empties a Set, so the build binds each use to this one, those of libraries
 * included.
 */
export function arrayFrom<Item, Result = Item>(
  items: Iterable<Item> | ArrayLike<Item>,
  map: (item: Item, index: number) => Result = (item) => item as Item & Result
): Result[] {
  const list = Symbol.iterator in Object(items) ? items : Array.prototype.slice.call(items)
  // Spread, an array without items has undefined ones, over which `map` does not pass.
  return [...(list as Iterable<Item>)].map((item, index) => map(item, index))
}
