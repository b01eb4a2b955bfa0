/** The names of a new password and its repetition among a form's values; the repetition is never sent. */
export const passwordNames = { password: 'password', repeat: 'repeatPassword' } as const
