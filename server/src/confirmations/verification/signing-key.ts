import { hash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { OperatorError } from '../../platform/config/operator-error.ts'
import { errorCode } from '../../platform/database/errors.ts'
import type { Db } from '../../platform/database/query.ts'
import { writeWhole } from '../../platform/lib/write-whole.ts'
import type { SigningKey } from './jws.ts'
import { insertPublicKey, readPublicKeys } from './signing-key.repository.ts'

class SigningKeyError extends OperatorError {
  override readonly name = 'SigningKeyError'
}

function describe(privateKey: KeyObject): SigningKey {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const id = hash('sha256', Buffer.from(x, 'base64url'), 'base64url').slice(0, 8)
  return { id, publicKey: x, privateKey }
}

/**
 * Makes the key. If two processes start at once, both write a file, but only one file becomes the key, because a link
 * never replaces an existing file.
 */
async function makeKey(folder: string, file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(draft, pem, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
}

async function readKey(file: string): Promise<KeyObject | undefined> {
  let pem: string
  try {
    pem = await readFile(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is no Ed25519 key')
  return key
}

async function keyOfFolder(dataFolder: string, hasSigned: boolean): Promise<KeyObject> {
  const folder = resolve(dataFolder)
  const file = join(folder, 'signing-key.pem')
  try {
    const found = await readKey(file)
    if (found) return found
    if (hasSigned)
      throw new SigningKeyError(
        `The signing key ${file} is missing, though letters were signed here before: bring it back from a backup, or set SIGNING_KEY. If it is lost, begin with another one: openssl genpkey -algorithm ed25519 -out ${file}`
      )
    await makeKey(folder, file)
    const made = await readKey(file)
    if (made) return made
    throw new Error('it vanished')
  } catch (error) {
    if (error instanceof SigningKeyError) throw error
    // Only the error's code is used, since the whole error could quote the key.
    const code = errorCode(error)
    const reason = /^E[A-Z]+$/.test(code) ? code : 'it holds no Ed25519 key'
    throw new SigningKeyError(`The signing key ${file} cannot be used (${reason}): set SIGNING_KEY or DATA_FOLDER.`)
  }
}

/**
 * Opens the key with which this process signs: SIGNING_KEY, or the key in the data folder, which is created if there
 * never was one. Its public half goes into the database, so that every process can check all signatures, even after the
 * key was changed.
 * @param isRestored whether the database came from a backup, which contains no key: then a missing key is created
 * @throws SigningKeyError
 */
export async function openSigningKey(
  config: Pick<Config, 'signingKey' | 'dataFolder'>,
  db: Db,
  isRestored = false
): Promise<SigningKey> {
  // Another process may be making the key; it writes the key to the folder before the database.
  const hasSigned = async () => !isRestored && (await readPublicKeys(db)).size > 0
  const key = describe(config.signingKey ?? (await keyOfFolder(config.dataFolder, await hasSigned())))
  await insertPublicKey(db, key)
  return key
}

/**
 * Opens the key for a long-running process. The returned function gives the current key, since an operator may rotate
 * the key in the data folder.
 */
export async function watchSigningKey(
  config: Pick<Config, 'signingKey' | 'dataFolder'>,
  db: Db
): Promise<() => Promise<SigningKey>> {
  let key = await openSigningKey(config, db)
  return async () => {
    if (config.signingKey) return key
    const { id } = describe(await keyOfFolder(config.dataFolder, true))
    if (id !== key.id) key = await openSigningKey(config, db)
    return key
  }
}

/**
 * Replaces the key in the data folder. Processes with this folder sign their next letter with the new key and then no
 * longer hold the former private key. Public keys are kept, so that letters stay valid.
 * @returns the id of the new key
 * @throws OperatorError if the key comes from the settings
 */
export async function rotateSigningKey(
  { signingKey, dataFolder }: Pick<Config, 'signingKey' | 'dataFolder'>,
  db: Db
): Promise<string> {
  if (signingKey)
    throw new OperatorError(
      'The key is that of SIGNING_KEY: set another one, and restart all servers and workers. Former letters stay valid.'
    )
  const { privateKey } = generateKeyPairSync('ed25519')
  const key = describe(privateKey)
  // The public key is stored first, because another process may use the new key before this one continues.
  await insertPublicKey(db, key)
  const file = join(resolve(dataFolder), 'signing-key.pem')
  const pem = Buffer.from(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  await writeWhole(file, pem, `${file}.${randomUUID()}`)
  return key.id
}
