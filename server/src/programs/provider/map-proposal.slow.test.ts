import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProvider } from '../../../../testing/process.ts'
import { countsOf, dos, importMapped, newInstallation, newMap } from '../../../../testing/server/foreign-files.ts'
import { newFolder } from '../../../../testing/server/new-folder.ts'

describe('a map', () => {
  test('is proposed of heads and first rows, comes in as it is, and gives no right and shows no cell by itself', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const files = {
      'KUNDEN.TXT': [
        'Export vom 25.11.2026',
        'Kundennummer;Nachname;Straße;PLZ;E-Mail;Rabatt;Aktiv',
        '4711;Müller GmbH;Große Straße 1;1010;a@b.example;10;J',
        '4712;Huber KG;Weg 2;4020;c@d.example;5;N'
      ],
      'Ansprech.csv': [
        'Kundennummer|ASP_PVAID|ASP_NACHNAME|ASP_ANREDE|Berechtigung|KND_NACHNAME|KND_ORT|E-Mail|Kennwort',
        '4713|1|Huber|Frau|1|Müller|Linz|e@f.example|$2b$04$abcdefghijklmnopqrstuu',
        '4713|2|Maier|Herr|3|Müller|Linz|g@h.example|$2b$04$abcdefghijklmnopqrstuu'
      ],
      'ohne.csv': ['4711;31.12.2026;geheim', '4712;01.01.2026;geheim']
    }
    for (const [name, lines] of Object.entries(files)) await writeFile(join(folder, name), dos(lines.join('\r\n')))
    const { code, stdout } = await runProvider(['map', 'propose', folder], env)
    expect(code).toBe(0)
    for (const text of [
      `name: "KUNDEN.TXT",\n      encoding: "cp850",\n      separator: ";",\n      skip: 1,`,
      'number: row["Kundennummer"],',
      'street: row["Straße"],',
      'customer: row["Kundennummer"], // is it the key of customers?',
      '// Not placed: "Rabatt", "Aktiv".',
      '// "E-Mail": customers.emailAddress or contacts.eMailAddress?'
    ])
      expect(stdout).toContain(text)
    expect(stdout).not.toMatch(/active|rights|Hash|geheim|4711|Müller GmbH|\$2b/)
    const map = await newMap(stdout)
    const imported = await importMapped(folder, map, env)
    expect(countsOf(imported)).toEqual([
      ['customers', 3, 0, 0, 0],
      ['contacts', 2, 0, 0, 0]
    ])
    expect(imported.code).toBe(0)
  })

  test('is proposed of files with titles, loose quotes, branches and the usual German names, and asks where it is unsure', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const title = (text: string) => `${text}\t\t\t\t`
    const files = {
      'DEBI_GRAZ.CSV': [title('Debitoren Graz'), 'FILNR\tDEBNR\tNAME1\tSTR\tUID', '02\t1\t"Werk" GmbH\tHof 1\t'],
      'DEBI_WIEN.CSV': [
        title('Debitoren Wien'),
        'FILNR\tDEBNR\tNAME1\tSTR\tUID',
        '01\t1\t"Vorne offen GmbH\tHof 2\t',
        '01\t2\tBau 5" GmbH\tHof 3\tATU12345678'
      ],
      'Kontakte.csv': [
        'KonID;KdNr;VNam;NNam;Akt;Aktiv',
        '1;7;Eva;Huber;J;J',
        '2;7;Ernst;Maier;J;J',
        '3;8;Anna;Weiß;J;J',
        '*** Ende'
      ],
      'BUCH.CSV': ['BuNr;KonID;SemNr;Stat;Pr', '1;1;S-1;S;90,00', '2;2;S-1;B;90,00'],
      'RECH.csv': ['RNr;KdNr;RDat;Betrag', 'R-1;02-1;01.02.2026;90,00', 'R-2;01-1;01.02.2026;9,00'],
      'SEM.csv': ['S-1;Statik I;01.02.26', 'S-2;Beton;02.02.26'],
      'PW.csv': ['K-7;Huber;Eva;Sommerwind!', 'K-8;Maier;Ernst;Herbstlaub!'],
      'PERSON.csv': ['K-9;Weber;Weber;Sommerwind!', 'K-8;Maier;Ernst;Herbstlaub!']
    }
    for (const [name, lines] of Object.entries(files)) await writeFile(join(folder, name), lines.join('\r\n'))
    const { code, stdout } = await runProvider(['map', 'propose', folder], env)
    expect(code).toBe(0)
    for (const text of [
      'name: "DEBI_*.CSV",\n      separator: "\\t",\n      quotes: false,\n      skip: 1,',
      'number: `${row["FILNR"]}-${row["DEBNR"]}`, // the second one repeats: are both the key?',
      'lastName: row["NAME1"],',
      'street: row["STR"],',
      'name: "Kontakte.csv",\n      separator: ";",\n      footer: 1,\n      // Not placed: "Akt".',
      'externalId: row["KonID"], // is it the key by which other files name the row?',
      'customer: row["KdNr"],',
      'active: row["Aktiv"],',
      '// "Stat": participations.state?',
      'contact: row["KonID"], // is it the key of contacts?',
      `// "Betrag": invoices.amount, with currency: 'EUR' beside it?`,
      '// The first row has the form "A-9", "Aaaaaa A", "99.99.99".',
      '// No title is known. If the first line is a head, remove columns.',
      '// The first row has the form "A-9", "Aaaaa", "Aaa", "Aaaaaaaaaa!".',
      '// The first row has the form "A-9", "Aaaaa", "Aaaaa", "Aaaaaaaaaa!".'
    ])
      expect(stdout).toContain(text)
    expect(stdout).not.toMatch(/Statik|Vorne|K-\d|Eva|Weber|Sommerwind|state:/)
    await rm(join(folder, 'BUCH.CSV'))
    await rm(join(folder, 'Kontakte.csv'))
    const map = await newMap(stdout)
    const imported = await importMapped(folder, map, env)
    expect(countsOf(imported)).toEqual([
      ['customers', 3, 0, 0, 0],
      ['invoices', 2, 0, 0, 0]
    ])
  })

  test('is proposed of a joined file for each of its parts', async () => {
    const env = await newInstallation()
    const folder = await newFolder()
    const head = 'KDNR;KDNA1;KDSTR;KDORT;TNNR;TNNAM;TNVNAM;TNEML;SEMNR;SEMBEZ;SEMVON;BUNR'
    const rows = [
      '7;Bau GmbH;Hof 1;Wien;1;Huber;Eva;e@f.example;S-1;Statik;01.02.2026;501',
      '7;Bau GmbH;Hof 1;Wien;1;Huber;Eva;e@f.example;S-2;Beton;02.02.2026;502',
      '8;Huber KG;Weg 2;Linz;2;Maier;Ernst;g@h.example;S-1;Statik;01.02.2026;503'
    ]
    await writeFile(join(folder, 'TEILN.TXT'), [head, ...rows].join('\r\n'))
    const { stdout } = await runProvider(['map', 'propose', folder], env)
    const map = await newMap(stdout)
    const imported = await importMapped(folder, map, env)
    expect(countsOf(imported)).toEqual([
      ['customers', 2, 0, 0, 0],
      ['contacts', 2, 0, 0, 0],
      ['events', 2, 0, 0, 0],
      ['participations', 3, 0, 0, 0]
    ])
  })
})
