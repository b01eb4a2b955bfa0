/** Seconds in which a person can undo a save: the elements offer it for ten, and the request takes some time. */
export const undoSeconds = 15

/** Returns the time after which nobody can undo a save that is made now. */
export const undoDeadline = (): Date => new Date(Date.now() + undoSeconds * 1000)
