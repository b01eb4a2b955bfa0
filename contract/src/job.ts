/** A document that the customer requested (section 3), or a file of the copy of the own data. */
export const JobType = { participationConfirmation: 0, educationPassport: 1, dataCopy: 2 } as const

/** Section 4: requested, then working while the server makes it, finished when the file has arrived, failed on error. */
export const JobState = { requested: 0, working: 1, failed: 2, finished: 3 } as const
