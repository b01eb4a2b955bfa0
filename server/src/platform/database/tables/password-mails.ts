interface PasswordMailTable {
  company: number
  pvaid: number
  /** The job that shall send the mail; an earlier one finds that it is no longer wanted. */
  job_id: string
  password_hash: string | null
  link_hash: Buffer | null
  expires_at: Date | null
}

export interface PasswordMailTables {
  password_mails: PasswordMailTable
}
