/** Returns the town of a place; a part with a digit is none. The whole place, if no part of it can be a town. */
export const townOf = (place: string): string =>
  place
    .split(',')
    .find((part) => !/\d/.test(part))
    ?.trim() ?? place
