import { type RawBuilder, sql } from 'kysely'

// Letters that Unicode does not decompose, with their usual spellings; the other ones as a letter and its marks.
const decomposed = (text: RawBuilder<unknown>) =>
  sql`normalize(translate(replace(replace(replace(${text}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ØøŁłĐđðı', 'OoLlDddi'), NFD)`

// Without marks first: a database with the locale C has no small letter for Ä.
const plain = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, '[\\u0300-\\u036f]', '', 'g'))`

const spelled = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, '([aouAOU])\\u0308', '\\1e', 'g')`

/**
 * SQL condition: a text contains another one, whatever capitals and accents either has: `muller`, `mueller` and `MÜLLER` are
 * in `Müller`, and `müller` is in `Mueller`.
 */
export function containsFolded(text: RawBuilder<unknown>, part: string): RawBuilder<boolean> {
  const [whole, searched] = [decomposed(text), decomposed(sql`${part}::text`)]
  const parts = [plain(searched), plain(spelled(searched))] as const
  // Most texts are ASCII: folding 100,000 takes a second.
  return sql`case when octet_length(${text}) = char_length(${text})
    then strpos(lower(${text}), ${parts[0]}) > 0 or strpos(lower(${text}), ${parts[1]}) > 0
    else strpos(${plain(whole)}, ${parts[0]}) > 0 or strpos(${plain(spelled(whole))}, ${parts[1]}) > 0 end`
}
