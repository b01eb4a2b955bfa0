import { expect, test } from 'vitest'
import { matcherOf, searchIndex, searchKey, splitAtMatches } from './name-search.ts'

/** Searches in both ways: in the one name, and in an index where it is between two others. */
function finds(query: string, firstName: string | null, lastName: string | null): boolean {
  const key = searchKey(firstName, lastName)
  const one = matcherOf(query)(key)
  expect(searchIndex(['', key, ''])(query).includes(1)).toBe(one)
  return one
}

test.each([
  ['anna', 'Anna', 'Huber'],
  ['NNA', 'Anna', 'Huber'],
  ['anna huber', 'Anna', 'Huber'],
  ['huber anna', 'Anna', 'Huber'],
  ['Huber, Anna', 'Anna', 'Huber'],
  ['  huber   an ', 'Anna', 'Huber'],
  ['', 'Anna', 'Huber'],
  ['huber', null, 'Huber'],
  ['eva-ma', 'Eva-Maria', null]
])('the search matches parts of first and last name in either order, whatever the case: "%s"', (query, first, last) => {
  expect(finds(query, first, last)).toBe(true)
})

test.each(['mueller', 'müller', 'MÜLLER', 'Muller', 'mu', 'mue', 'mü', 'mu\u0308ller'])(
  'an umlaut may be typed either way: "%s" finds Müller',
  (query) => {
    expect(finds(query, 'Jürgen', 'Müller')).toBe(true)
    expect(finds(query, 'Ju\u0308rgen', 'Mu\u0308ller')).toBe(true)
  }
)

test.each([
  ['müller', 'Mueller'],
  ['jurgen mueller', 'Müller'],
  ['weiss', 'Weiß'],
  ['weiß', 'Weiss'],
  ['weis', 'Weiß'],
  ['strasser', 'Straßer'],
  ['ozturk', 'Öztürk'],
  ['OEZTUERK', 'Öztürk'],
  ['renee', 'Renée'],
  ['lefèvre', 'Lefevre'],
  ['sorensen', 'Sørensen'],
  ['soerensen', 'Sørensen'],
  ['sørensen', 'Sörensen'],
  ['angstrom', 'Ångström'],
  ['aangstroem', 'Ångström'],
  ['nesbo', 'Nesbø'],
  ['simunovic', 'Šimunović'],
  ['lukasz', 'Łukasz'],
  ['kilicoglu', 'Kılıçoğlu'],
  ['citroen', 'Citroën'],
  ['李', '李']
])('accents, ß and letters of the neighbours may be typed either way: "%s" finds %s', (query, last) => {
  expect(finds(query, 'Jürgen', last)).toBe(true)
})

test.each([
  ['anna bauer', 'Anna', 'Huber'],
  ['uer', 'Susi', 'Ur'],
  ['sue', 'Susi', 'Ur'],
  ['.*', 'Anna', 'Huber'],
  ['(', 'Anna', 'Huber'],
  ['a|b', 'Anna', 'Huber'],
  ['hüber', 'Anna', 'Hibler']
])('what a name does not hold finds nothing, signs are only signs: "%s"', (query, first, last) => {
  expect(finds(query, first, last)).toBe(false)
})

test('signs in names are found as they stand', () => {
  expect(finds("o'ne", 'Sinéad', "O'Neill [x]")).toBe(true)
  expect(finds('[x]', 'Sinéad', "O'Neill [x]")).toBe(true)
  expect(finds(String.raw`\d`, 'Anna', 'Huber1')).toBe(false)
})

test('an index names all places that hold the query, in their order, each once', () => {
  const index = searchIndex(['anna huber anna', 'bert hahn bert', 'hanna', '', 'eva'])
  expect(index('an')).toEqual([0, 2])
  expect(index('A')).toEqual([0, 1, 2, 4])
  expect(index('eva')).toEqual([4])
  expect(index('x')).toEqual([])
  expect(index(',')).toEqual([0, 1, 2, 3, 4])
  expect(searchIndex([])('a')).toEqual([])
  expect(searchIndex([])('')).toEqual([])
})

test('a text that ends one name and begins the next is not found', () => {
  const index = searchIndex(['anna', 'berta'])
  expect(index('aber')).toEqual([])
  expect(index('a ber')).toEqual([])
  expect(index('a\nber')).toEqual([])
})

test.each([
  ['Mag. Jürgen Müller', 'mueller jur', ['Mag. ', 'Jür', 'gen ', 'Müller', '']],
  ['Ju\u0308rgen Mu\u0308ller', 'muller', ['Ju\u0308rgen ', 'Mu\u0308ller', '']],
  ['Müller, Jürgen', 'ü', ['M', 'ü', 'ller, J', 'ü', 'rgen']],
  ['Straßer', 'strasse', ['', 'Straße', 'r']],
  ['Þóra Łęcka', 'th le', ['', 'Þ', 'óra ', 'Łę', 'cka']],
  ['100 % (netto)', '(netto', ['100 % ', '(netto', ')']],
  ['Anna', '  ', ['Anna']],
  ['Anna Nanna', 'na ann', ['', 'Ann', 'a ', 'Na', 'n', 'na', '']]
])('every second piece of "%s" is what matches a word of "%s"', (text, query, pieces) => {
  const split = splitAtMatches(text, query)
  expect(split.join('')).toBe(text)
  expect(split.slice(0, pieces.length - 1)).toEqual(pieces.slice(0, -1))
})
