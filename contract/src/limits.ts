/** Business constants of section 9 of the specification, shared by elements and server. */
export const defaultApiVersion = '1.0'
export const minimumPasswordLength = 6
export const generatedPasswordLength = 8
export const compareFieldCount = 14
export const evaluationType = 408
export const invoiceAddressKind = 3
/** Polling of a background job: at most 10 retries, each with a pause one second longer than the last one. */
export const poll = { retries: 10, stepMs: 1000 } as const
export const evaluationNoticeMs = 3000
export const dateDebounceMs = 500
export const recordingProductType = 2

/** Section 5: local part, at sign, domain, dot, top-level domain of 2 to 10 letters; anchored, so that nothing may surround it. */
export const emailPattern = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,10}$/

/**
 * Matches a text with at least one visible character. Not visible are blanks, control characters and what Unicode lets a font
 * ignore, such as the zero-width space, fillers and tags; the empty Braille pattern and the null notehead are symbols without ink.
 */
export const visiblePattern = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}]/u

/** A request without an answer after this time has failed, in ms. */
export const requestTimeoutMs = 30_000
