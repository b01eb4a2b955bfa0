// Drawings as drawing programs write them, with the colours that a browser shows of them, by points of the view box.

type Points = Readonly<Record<string, 'red' | 'lime' | 'blue' | 'magenta' | 'white'>>

interface ExportedDrawing {
  readonly svg: string
  readonly points: Points
  /** What has to be left out. */
  readonly removed: readonly string[]
}

const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const magenta =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z/AfAAQAAf8iCjrwAAAAAElFTkSuQmCC'
const plain = (id: string, colour: string) =>
  `<linearGradient id="${id}"><stop offset="0" stop-color="${colour}"/><stop offset="1" stop-color="${colour}"/></linearGradient>`

export const exportedDrawings: Readonly<Record<string, ExportedDrawing>> = {
  'Illustrator, saved': {
    svg: `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0.0, SVG Export Plug-In . SVG Version: 6.00 Build 0)  -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
]>
<svg version="1.1" id="Ebene_1" xmlns:i="&ns_ai;" ${namespaces} x="0px" y="0px" viewBox="0 0 100 60" style="enable-background:new 0 0 100 60;" xml:space="preserve">
<style type="text/css">
  .st0{fill:url(#SVGID_1_);}
  .st1{clip-path:url(#SVGID_3_);fill:#00FF00;}
</style>
<switch>
  <foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:pgfRef xlink:href="#adobe_illustrator_pgf"></i:pgfRef></foreignObject>
  <g i:extraneous="self">
    <linearGradient id="SVGID_1_" gradientUnits="userSpaceOnUse" x1="0" y1="10" x2="20" y2="10"><stop offset="0" style="stop-color:#FF0000"/><stop offset="1" style="stop-color:#FF0000"/></linearGradient>
    <rect class="st0" width="20" height="20"/>
    <g><defs><rect id="SVGID_2_" x="30" width="10" height="20"/></defs><clipPath id="SVGID_3_"><use xlink:href="#SVGID_2_" style="overflow:visible;"/></clipPath>
      <rect class="st1" x="30" width="20" height="20"/></g>
    <g requiredExtensions="&ns_ai;"><rect x="60" width="20" height="20"/></g>
  </g>
</switch>
<i:pgf id="adobe_illustrator_pgf"><![CDATA[eJzsvWlzHEeSJfg9RPIfoEVESBY<rect width="100" height="60"/>]]></i:pgf>
</svg>`,
    points: { '10 10': 'red', '35 10': 'lime', '45 10': 'white', '70 10': 'white', '50 50': 'white' },
    removed: []
  },
  'Illustrator, exported': {
    svg: `<svg id="Ebene_2" data-name="Ebene 2" ${namespaces} viewBox="0 0 100 60"><defs><style>.cls-1{fill:url(#linear-gradient-2);}.cls-2{clip-path:url(#clippath);}.cls-3{fill:blue;filter:url(#drop-shadow-1);}.cls-4{fill:none;}.cls-5{fill:url(#Unbenannter_Verlauf_grün);}</style>
<linearGradient id="linear-gradient" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="red"/></linearGradient>
<linearGradient id="linear-gradient-2" x1="1" y1="1" xlink:href="#linear-gradient"/>
<radialGradient id="Unbenannter_Verlauf_grün"><stop offset="0" stop-color="lime"/><stop offset="1" stop-color="lime"/></radialGradient>
<clipPath id="clippath"><rect class="cls-4" x="30" width="10" height="20"/></clipPath>
<filter id="drop-shadow-1" filterUnits="userSpaceOnUse"><feOffset dx="7" dy="7"/><feGaussianBlur result="blur" stdDeviation="5"/><feFlood flood-color="#000" flood-opacity=".75"/><feComposite in2="blur" operator="in"/><feComposite in="SourceGraphic"/></filter></defs>
<g id="Ebene_1-2"><rect class="cls-1" width="20" height="20"/><g class="cls-2"><rect class="cls-3" x="30" width="20" height="20"/></g><rect class="cls-3" y="30" width="20" height="20"/><a xlink:href="https://example.at" transform="translate(60 0)"><circle class="cls-5" cx="10" cy="10" r="10"/></a></g></svg>`,
    points: { '10 10': 'red', '35 10': 'blue', '45 10': 'white', '10 40': 'blue', '70 10': 'lime', '22 53': 'white' },
    removed: ['filter (2)']
  },
  Inkscape: {
    svg: `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="100mm" height="60mm" viewBox="0 0 100 60" version="1.1" id="svg5" inkscape:version="1.2.2 (b0a8486541, 2022-12-01)" sodipodi:docname="saal.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" ${namespaces} xmlns:svg="http://www.w3.org/2000/svg">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff" showgrid="false"><inkscape:grid type="xygrid" id="grid9"/></sodipodi:namedview>
<metadata id="metadata1"><rdf:RDF><cc:Work rdf:about=""><dc:title>Saal</dc:title></cc:Work></rdf:RDF></metadata>
<defs id="defs2"><linearGradient inkscape:collect="always" id="linearGradient840"><stop style="stop-color:#ff0000;stop-opacity:1;" offset="0" id="stop836"/><stop style="stop-color:#ff0000;stop-opacity:1;" offset="1" id="stop838"/></linearGradient>
<linearGradient inkscape:collect="always" xlink:href="#linearGradient840" id="linearGradient842" x1="0" y1="10" x2="20" y2="10" gradientUnits="userSpaceOnUse"/>
<marker style="overflow:visible" id="TriangleStart" refX="0" refY="0" orient="auto" inkscape:stockid="TriangleStart" markerWidth="5.3" markerHeight="6.1" viewBox="0 0 5.3 6.1"><path style="fill:context-stroke;fill-rule:evenodd;stroke:none" d="M -5,-5 H 5 V 5 H -5 Z"/></marker>
<clipPath clipPathUnits="userSpaceOnUse" id="clipPath99"><rect style="fill:none;stroke:#000000" width="10" height="20" x="30" y="0"/></clipPath>
<filter inkscape:collect="always" style="color-interpolation-filters:sRGB" id="filter1186" x="-0.1" y="-0.1" width="1.2" height="1.2"><feGaussianBlur inkscape:collect="always" stdDeviation="0.5" id="feGaussianBlur1188"/></filter></defs>
<g inkscape:label="Ebene 1" inkscape:groupmode="layer" id="layer1">
<rect style="fill:url(#linearGradient842);fill-opacity:1;stroke:none;stroke-width:0.26;-inkscape-stroke:none" id="rect31" width="20" height="20" x="0" y="0"/>
<rect style="fill:#00ff00;stroke:none" clip-path="url(#clipPath99)" width="20" height="20" x="30" y="0"/>
<rect style="fill:#0000ff;filter:url(#filter1186)" width="20" height="20" x="0" y="30"/>
<path style="fill:none;stroke:#0000ff;stroke-width:1;marker-start:url(#TriangleStart)" d="M 70,10 H 90"/>
<flowRoot xml:space="preserve" id="flowRoot3336" style="font-size:4px;fill:#000000"><flowRegion id="flowRegion3338"><rect id="rect3340" width="30" height="20" x="40" y="30"/></flowRegion><flowPara id="flowPara3342">Bühne</flowPara></flowRoot>
</g></svg>`,
    points: { '10 10': 'red', '35 10': 'lime', '45 10': 'white', '10 40': 'blue', '70 8': 'blue', '50 40': 'white' },
    removed: ['filter (2)', 'flowroot']
  },
  Figma: {
    svg: `<svg width="100" height="60" viewBox="0 0 100 60" fill="none" ${namespaces}>
<g clip-path="url(#clip0_1_2)"><rect width="20" height="20" fill="url(#paint0_linear_1_2)"/><rect y="30" width="20" height="20" fill="url(#pattern0)"/>
<mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="30" y="0" width="20" height="20"><rect x="30" width="10" height="20" fill="#000000"/></mask>
<g mask="url(#mask0_1_2)"><rect x="30" width="20" height="20" fill="#00FF00"/></g>
<mask id="mask1_1_2" style="mask-type:luminance" maskUnits="userSpaceOnUse" x="30" y="30" width="20" height="20"><rect x="30" y="30" width="10" height="20" fill="url(#paint1_linear_1_2)"/></mask>
<g mask="url(#mask1_1_2)"><rect x="30" y="30" width="20" height="20" fill="#00FF00"/></g>
<g filter="url(#filter0_d_1_2)"><rect x="60" width="20" height="20" fill="#0000FF"/></g></g>
<defs><filter id="filter0_d_1_2" x="56" y="0" width="28" height="28" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow_1_2" result="shape"/></filter>
<pattern id="pattern0" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0_1_2"/></pattern>
${plain('paint0_linear_1_2', 'red')}${plain('paint1_linear_1_2', 'white')}
<clipPath id="clip0_1_2"><rect width="90" height="60" fill="white"/></clipPath><image id="image0_1_2" width="1" height="1" xlink:href="${magenta}"/></defs></svg>`,
    points: {
      '10 10': 'red',
      '10 40': 'magenta',
      '35 10': 'lime',
      '45 10': 'white',
      '35 40': 'lime',
      '45 40': 'white',
      '70 10': 'blue'
    },
    removed: ['filter (2)']
  }
}
