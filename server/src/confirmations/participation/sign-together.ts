import { buffer } from 'node:stream/consumers'
import { fileNameOf } from '@customer-center/contract/file-name'
import { uniqueNames, zipStream } from '../../bookings/index.ts'
import type { Letterhead } from '../../company/index.ts'
import { type ContactLetter, definitionOf, type Letter } from '../letter/letter-content.ts'
import type { LetterSigner, SignedContactLetter, SignedFile, SignedLetter } from '../verification/letter-signer.ts'

/** Names a file as the elements name that of a single letter; a slash in a caption is no folder. */
const fileNameFor = (letter: Letter): string =>
  fileNameOf(
    `${definitionOf(letter).fileName(letter.content)} (${letter.content.participant}).pdf`.replace(/[/\\]/g, '-')
  )

function zipOf(letters: readonly SignedLetter[]): Promise<Buffer> {
  const names = uniqueNames(letters.map(fileNameFor))
  const entries = letters.map(({ pdf }, index) => ({
    name: names[index] ?? '',
    size: pdf.length,
    async *open() {
      yield Buffer.from(pdf)
    }
  }))
  return buffer(zipStream(entries, new Date()).bytes)
}

/**
 * Signs several participation confirmations, as one document or each as a document of its own in a ZIP file.
 * @param signal ends the work between two documents
 */
export async function signTogether(
  signer: LetterSigner,
  contactLetters: readonly ContactLetter[],
  letterhead: Letterhead,
  format: 'PDF' | 'ZIP',
  signal: AbortSignal | undefined
): Promise<SignedFile> {
  if (format === 'PDF') return signer.signAsOne(contactLetters, letterhead)
  const letters: SignedContactLetter[] = []
  // The letters come one by one: the other process stays free for people who wait for a single one.
  for (const { letter, ...contact } of contactLetters) {
    signal?.throwIfAborted()
    letters.push({ ...contact, letter: await signer.sign(letter, letterhead) })
  }
  return { letters, file: await zipOf(letters.map(({ letter }) => letter)) }
}
