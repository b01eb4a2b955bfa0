import { sql } from 'kysely'
import type { Db } from '../../server/src/platform/database/query.ts'

/**
 * Each column, constraint, index, trigger, function and type of the tables, and each schema, as PostgreSQL writes it,
 * one a line.
 */
export async function schemaText(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v'))
    select concat_ws(' ', attrelid::regclass, row_number() over (partition by attrelid order by attnum), attname,
        format_type(atttypid, atttypmod), nullif(attcollation, 0)::regcollation, attstorage, attnotnull, attacl,
        pg_get_expr(adbin, adrelid)) as line
      from pg_attribute join own on own.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all select concat_ws(' ', oid::regclass, relkind, relacl) from pg_class join own using (oid)
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
      from pg_constraint join own on own.oid = conrelid
      -- PostgreSQL 18 has a name for each not null, which a dump of an older one does not.
      where contype <> 'n'
    union all select pg_get_indexdef(indexrelid) from pg_index join own on own.oid = indrelid
    union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join own on own.oid = tgrelid where not tgisinternal
    union all select concat_ws(' ', pg_get_functiondef(oid), proacl) from pg_proc where pronamespace = 'public'::regnamespace
    union all select nspname from pg_namespace where nspname !~ '^pg_(?!catalog)'
    union all select concat_ws(' ', oid::regtype, (select string_agg(enumlabel, ' ' order by enumsortorder) from pg_enum where enumtypid = oid))
      from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')
    union all select concat_ws(' ', seqrelid::regclass, format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache, seqcycle)
      from pg_sequence join own on own.oid = seqrelid
    union all select format('%s %s', description, classoid::regclass) from pg_description join own on own.oid = objoid
    order by line`.execute(db)
  return rows.map(({ line }) => line)
}
