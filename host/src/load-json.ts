/** Loads an answer of the server's demo mode; null if the server is not in demo mode. */
export async function loadJson<Answer>(path: string): Promise<Answer | null> {
  try {
    const response = await fetch(path)
    return response.ok ? ((await response.json()) as Answer) : null
  } catch {
    return null
  }
}
