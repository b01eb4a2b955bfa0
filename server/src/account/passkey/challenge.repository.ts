import { sql } from 'kysely'
import type { Db } from '../../platform/database/query.ts'
import { expires } from '../../platform/database/retention.ts'
import type { Networks } from '../../platform/http/client-address.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { newToken, tokenHash } from '../../platform/lib/tokens.ts'
import { limits } from '../../platform/limits/limits.ts'
import type { PersonKey } from '../../platform/personal-data/person.ts'

/** The person who makes a passkey; null at a login, before the person is known. */
export type ChallengeOwner = PersonKey | null

/**
 * Creates a challenge in base64url that is good once, as long as the limit counts it.
 * @throws Refusal `tooManyTries`
 */
export async function newChallenge(db: Db, owner: ChallengeOwner, networks: Networks): Promise<string> {
  const challenge = newToken()
  const cidrs = networks.map(({ cidr }) => cidr)
  const { most, seconds, refusal } = limits.passkeyChallenges
  const shares = networks.map(({ share }) => share * most)
  // The widest network is a value that the planner knows, so that the index finds its addresses.
  const { rows } = await sql`
    with near as materialized (
      select address from passkey_challenges where address <<= ${cidrs.at(-1)}::cidr and expires_at > now()
    )
    insert into passkey_challenges (challenge_hash, company, pvaid, address, expires_at)
    select ${tokenHash(challenge)}::bytea, ${owner?.provider ?? null}::int, ${owner?.contact ?? null}::int, ${networks[0].cidr}::cidr,
           now() + make_interval(secs => ${seconds})
    where not exists (
      select from unnest(${cidrs}::cidr[], ${shares}::int[]) as network (cidr, most)
      where (select count(*) from near where address <<= cidr) >= most)
    returning 1`.execute(db)
  if (rows.length === 0) throw new Refusal(refusal)
  return challenge
}

/**
 * Consumes a challenge, so that nobody can answer it again.
 * @returns whether it was given to this person and not answered before
 */
export async function takeChallenge(db: Db, owner: ChallengeOwner, challenge: string): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenges
    where challenge_hash = ${tokenHash(challenge)} and expires_at > now()
      and company is not distinct from ${owner?.provider ?? null}::int
      and pvaid is not distinct from ${owner?.contact ?? null}::int
    returning 1`.execute(db)
  return rows.length > 0
}

/** Nobody can answer a challenge after its end. */
export const challengeRetention = expires('passkey_challenges', 'five minutes', () => sql`expires_at <= now()`)
