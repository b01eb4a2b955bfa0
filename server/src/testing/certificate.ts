import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where it is true, no certificate can be made. */
export const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined

/**
 * A certificate that nobody but itself vouches for, with its key.
 * @param subject as openssl has it, `IP:127.0.0.1` or `DNS:mail.example`
 */
export function makeCertificate(folder: string, name: string, subject: string): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const request = ['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`]
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
