/** Resolves when the browser has nothing more urgent to do. Safari has no requestIdleCallback. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 50)
  })
}
