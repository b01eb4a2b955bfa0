import {
  copiedChoice,
  copiedFlag,
  type PersonalData,
  personalDataOf,
  secretHash,
  copiedText,
  copiedTime
} from '../../platform/personal-data/personal-data.ts'

// SQL of the hash that `accountKey` makes; the table contains no names.
const triedBy = `t.account = encode(
  sha256(convert_to(person.customer_number || chr(10) || lower(person.email_address), 'UTF8')), 'hex')`

/** Personal data that refers to a person's shop user; `people` lists it after the shop user. */
export const accountData: readonly PersonalData[] = [
  personalDataOf('contact_access', {
    name: 'access',
    copy: {
      columns: {
        mail: copiedChoice('t.mail_state'),
        mailedAt: copiedTime('t.mailed_at'),
        validUntil: copiedTime('t.valid_until'),
        lastLoginAt: copiedTime('t.last_login_at')
      }
    },
    withheld: { browser_told_at: 'in the list of mails' }
  }),
  personalDataOf('sessions', {
    name: 'sessions',
    copy: {
      columns: {
        device: copiedText('max(t.user_agent)'),
        loggedInAt: copiedTime('max(t.logged_in_at)'),
        lastUsedAt: copiedTime('max(t.last_used_at)'),
        expiresAt: copiedTime('max(t.expires_at)'),
        endedAt: copiedTime('case when count(t.revoked_at) = count(*) then max(t.revoked_at) end'),
        shop: copiedText('max(t.shop)'),
        openedByProvider: copiedFlag('bool_or(t.provider_key is not null)')
      },
      // The tokens of a login.
      groupBy: 't.family',
      orderBy: 'max(t.logged_in_at) desc'
    },
    withheld: {
      token_hash: secretHash,
      refresh_hash: secretHash,
      kind: 'of a token, not of the login',
      created_at: 'of a token, not of the login',
      rotated_at: 'of a token, not of the login'
    }
  }),
  personalDataOf('login_marks', {
    name: 'loginMarks',
    copy: { columns: { lastUsedAt: copiedTime('t.last_used_at') }, orderBy: 't.last_used_at desc' },
    withheld: { mark_hash: secretHash }
  }),
  personalDataOf('logins', {
    name: 'logins',
    copy: {
      columns: { at: copiedTime('t.at'), way: copiedChoice('t.way'), refused: copiedChoice('t.reason') },
      orderBy: 't.id desc'
    }
  }),
  personalDataOf('login_attempts', {
    name: 'loginAttempts',
    rows: triedBy,
    copy: 'of an address that others may have, too; the logins name those of this person',
    withheld: {
      at: 'of the address, not of the person',
      address: 'of the network of whoever tried it',
      succeeded: 'of the address, not of the person'
    }
  }),
  personalDataOf('passkeys', {
    name: 'passkeys',
    copy: {
      columns: {
        name: copiedText('t.name'),
        createdAt: copiedTime('t.created_at'),
        lastUsedAt: copiedTime('t.last_used_at'),
        transports: copiedText(`array_to_string(t.transports, ', ')`)
      },
      orderBy: 't.created_at'
    },
    withheld: {
      passkey_id: 'an internal number',
      credential_id: 'a technical key of the device',
      public_key: 'a technical key of the device',
      counter: 'a technical key of the device'
    }
  }),
  personalDataOf('passkey_challenges', {
    name: 'passkeyChallenges',
    copy: 'five minutes old at most',
    withheld: {
      challenge_hash: secretHash,
      address: 'five minutes old at most',
      expires_at: 'five minutes old at most'
    }
  })
]
