// Hashes of crypt(3) and similar functions, LDAP, Django and ASP.NET, as in exports of old systems.
const hashOfScheme =
  /\$(?:argon2\w{0,2}|2[abxy]?|[1567yHPS]|apr1|scrypt|pbkdf2[\w-]{0,20})\$[\w./=,+$-]{8}[\w./=,+$-]*|\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|BCRYPT|PBKDF2[\w-]{0,20})\}[\w./=+$-]{8}[\w./=+$-]*|\b(?:pbkdf2_\w{3,6}|bcrypt(?:_sha256)?|argon2|scrypt|sha1|md5)\$[\w./=+$-]{8}[\w./=+$-]*|\bAQAAAA[A-Za-z0-9+/]{50}[A-Za-z0-9+/=]*/gi
// Hashes from MD5 to SHA-512 as digits; keys of other systems may look the same.
const hashOfDigits =
  /(?<![0-9a-z])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?![0-9a-z])/gi

/**
 * Tells whether a text contains a likely hash of a password.
 * @param isKey whether hexadecimal digits in it may be a key
 */
export const hasHash = (text: string, isKey = false): boolean =>
  text.search(hashOfScheme) >= 0 || (!isKey && text.search(hashOfDigits) >= 0)

/** Replaces likely hashes of passwords in a text by a mark. */
export const withoutHashes = (text: string): string => text.replace(hashOfScheme, '…').replace(hashOfDigits, '…')
