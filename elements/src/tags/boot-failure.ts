/**
 * Shows the host's content in the element until the element's code is loaded; if it is never loaded, the content stays.
 */
export function showHostContent(root: ShadowRoot): void {
  if (!root.firstChild) root.append(document.createElement('slot'))
}

/**
 * Says that the element could not be loaded. Its German sentences are not in the text files, because those files, or
 * the code that reads them, may be missing.
 *
 * @param message for the developer of the page, in English
 */
export function showBootFailure(
  root: ShadowRoot,
  message: string,
  onRetry: () => void,
  sentence = 'Das Kundencenter konnte nicht geladen werden.'
): void {
  const box = document.createElement('div')
  box.role = 'alert'
  const button = document.createElement('button')
  button.textContent = 'Erneut versuchen'
  button.addEventListener('click', onRetry)
  const reason = document.createElement('small')
  reason.lang = 'en'
  reason.append(message)
  box.append(paragraph(sentence), paragraph(reason), button)
  root.replaceChildren(document.createElement('slot'), box)
}

function paragraph(content: string | Node): HTMLElement {
  const element = document.createElement('p')
  element.append(content)
  return element
}
