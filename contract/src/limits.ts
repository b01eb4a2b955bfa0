/** Business constants, shared by elements and server. */
export const defaultApiVersion = '1.0'
export const minimumPasswordLength = 6
export const generatedPasswordLength = 8
export const compareFieldCount = 14
export const evaluationType = 408
export const invoiceAddressKind = 3
/** Polling of a background job: at most 10 retries, each with a pause one second longer than the previous one. */
export const jobPolling = { retries: 10, stepMs: 1000 } as const
export const evaluationNoticeMs = 3000
export const dateDebounceMs = 500
export const recordingProductType = 2

/** A request without an answer after this time has failed, in ms. */
export const requestTimeoutMs = 30_000

/** Limit of all files attached to a mail, in bytes: in base64 ten megabytes, more than which many mail servers refuse. */
export const maxAttachedBytes = 7_000_000
