/**
 * In place of the index of react-query, which brings React with it, where queries run without a cache: each is the plain
 * object that these functions return.
 */
export const queryOptions = <Options>(options: Options): Options => options
export const infiniteQueryOptions = <Options>(options: Options): Options => options
