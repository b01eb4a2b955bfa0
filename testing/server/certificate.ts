import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether openssl is missing, so that no certificate can be made. */
export const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined

/**
 * Makes a certificate with its key, in `<name>.pem` and `<name>.key`.
 * @param subject as openssl has it, `IP:127.0.0.1` or `DNS:mail.example`
 * @param issuer name of the certificate in the folder that vouches for it; without one it is self-signed
 */
export function makeCertificate(
  folder: string,
  name: string,
  subject: string,
  issuer?: string
): { key: Buffer; cert: Buffer } {
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)]
  const request = ['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2']
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${subject}`]
  const by = issuer ? ['-CA', join(folder, `${issuer}.pem`), '-CAkey', join(folder, `${issuer}.key`)] : []
  execFileSync('openssl', [...request, ...names, ...by, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}
