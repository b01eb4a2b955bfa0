/**
 * Says that the element could not start. The German sentences outside of the text files, because they are for the case
 * that these, or the code that reads them, cannot be loaded.
 */
export function showFailure(
  root: ShadowRoot,
  error: unknown,
  retry: () => void,
  sentence = 'Das Kundencenter konnte nicht geladen werden.'
): void {
  const box = document.createElement('div')
  box.setAttribute('role', 'alert')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Erneut versuchen'
  button.addEventListener('click', retry, { once: true })
  const reason = document.createElement('small')
  reason.lang = 'en'
  reason.textContent = error instanceof Error ? error.message : String(error)
  box.append(paragraph(sentence), paragraph(reason), button)
  root.replaceChildren(box)
}

function paragraph(content: string | Node): HTMLElement {
  const element = document.createElement('p')
  element.append(content)
  return element
}
