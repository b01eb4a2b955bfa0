import { ofFeature, send } from './endpoint.ts'
import { everyRight } from './rights.ts'

/** Limit of documents in one file. */
export const maxZipDocuments = 1000

export interface ZipRequest {
  /** Keys as lists of documents give them; one that is named twice counts once. */
  documentKeys: string[]
  /** The name of the file, without extension. */
  name: string
}

export interface ZipAddress {
  /**
   * Relative to the API's base URL (with a slash at its end), or absolute. Good once and for a minute, without a login.
   */
  url: string
}

/**
 * Some documents as one file, which the browser fetches from the address in the answer. If one of them may not be had
 * or does not exist, none is given.
 */
export const requestZip = ofFeature('zip', send<ZipRequest, ZipAddress>('POST', '/dms/zip', everyRight))
