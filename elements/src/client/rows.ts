/** The rows of a list; another backend may send no list at all, or leave holes in it. */
export function rowsOf<Row>(data: unknown): Row[] {
  const rows: unknown[] = Array.isArray(data) ? data : []
  return rows.filter((row): row is Row => typeof row === 'object' && row !== null)
}
