;(({ blockEditor, blocks, components, element }) => {
  const { createElement, Fragment } = element
  const elements = [
    { value: 'customer-center', label: 'Kundencenter' },
    { value: 'customer-contact', label: 'Teilnehmer anlegen' },
    { value: 'event-layers', label: 'Sitzplan' }
  ]
  const languages = [
    { value: '', label: 'wie der Server' },
    { value: 'de-at', label: 'Deutsch (Österreich)' },
    { value: 'de-de', label: 'Deutsch (Deutschland)' },
    { value: 'de-ch', label: 'Deutsch (Schweiz)' }
  ]
  const routings = [
    { value: '', label: 'im Hash der Seite, mit „Zurück“' },
    { value: 'memory', label: 'die Adresse bleibt, wie sie ist' }
  ]

  function Edit({ attributes, setAttributes }) {
    const field = (name, label, more) =>
      createElement(components.TextControl, {
        label,
        value: attributes[name] ?? '',
        onChange: (value) => setAttributes({ [name]: value || undefined }),
        ...more
      })
    const choice = (name, label, options) =>
      createElement(components.SelectControl, {
        label,
        options,
        value: attributes[name] ?? '',
        onChange: (value) => setAttributes({ [name]: value || undefined })
      })
    const colour = (name, label) => ({
      label,
      value: attributes[name],
      onChange: (value) => setAttributes({ [name]: value })
    })
    const isCenter = attributes.element === 'customer-center'
    const isPlan = attributes.element === 'event-layers'
    return createElement(
      Fragment,
      null,
      createElement(
        blockEditor.InspectorControls,
        null,
        createElement(
          components.PanelBody,
          { title: 'Element' },
          choice('element', 'Element', elements),
          choice('language', 'Sprache', languages),
          isCenter && choice('routing', 'Adressen der Ansichten', routings),
          isCenter &&
            attributes.routing !== 'memory' &&
            field('routePrefix', 'Hash beginnt mit', { placeholder: 'konto' }),
          isPlan && field('modelId', 'Nummer des Modells'),
          isPlan && field('eventId', 'Nummer des Events')
        ),
        createElement(blockEditor.PanelColorSettings, {
          title: 'Farben',
          colorSettings: [colour('accent', 'Akzent'), colour('accentDark', 'Akzent, dunkel')]
        })
      ),
      // Not the element itself: its links and forms would take the author out of the editor.
      createElement(
        'div',
        blockEditor.useBlockProps(),
        createElement(components.Placeholder, {
          icon: 'id-alt',
          label: elements.find(({ value }) => value === attributes.element)?.label ?? 'Kundencenter',
          instructions: 'Das Element ist auf der Seite zu sehen. Seine Einstellungen stehen rechts.'
        })
      )
    )
  }

  blocks.registerBlockType('customer-center/element', { edit: Edit, save: () => null })
})(window.wp)
