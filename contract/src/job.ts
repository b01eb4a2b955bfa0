/** A document that the customer asked for (section 3). */
export const JobType = { participationConfirmation: 0, educationPassport: 1 } as const

/** Section 4: requested, then working while the server works, finished when the file arrives, failed on error. */
export const JobState = { requested: 0, working: 1, failed: 2, finished: 3 } as const
