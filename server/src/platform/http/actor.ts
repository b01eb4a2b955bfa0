import type { Caller } from './caller.ts'

/** Who asked for work that is done later; the right is the one of the moment in which it is read. */
export type Requester = Pick<Caller, 'company' | 'id' | 'pvaid' | 'contactCompany' | 'contactId' | 'right'>
