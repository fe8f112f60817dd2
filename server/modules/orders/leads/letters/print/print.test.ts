import { expect, test } from 'vitest'
import { extractTexts, type PlacedText } from '../../../../../platform/files/pdf/pdf-text.fixture.ts'
import { getFontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import type { ExportLead } from '../../../exports/export-cells.ts'
import type { PrintedRecipient } from '../mailings/mailings.queries.ts'
import { sampleSender } from '../templates/samples.ts'
import { wrapText } from './fit-text.ts'
import { writeMailing } from './write-mailing.ts'

const inch = 72
const longName = 'Christopher Exampleton-Sampleworth and Alexandria Exampleton-Sampleworth'
const address = {
  street: '12345 Southwest Exampleton Pkwy Apt 1204',
  city: 'Rancho Exampleton',
  state: 'CA',
  zip: '90000-1234',
}
// The texts use only these fields of a lead.
const lead = {
  ...{ ownerNames: ['QUILLMERE HOLDINGS LLC'], address: '1208 EXAMPLE ORCHARD LN', unit: null },
  ...{ city: 'NASHVILLE', state: 'TN', zip: '37209', countyFips: '47037', assetSubGroup: null },
  ...{ yearBuilt: null, lastSaleDate: null, propertyId: '77' },
} as unknown as ExportLead
const buildRecipient = (at: number, addressee: string): PrintedRecipient => ({
  ...{ position: at + 1, orderId: 'order', addressee, ...address, lead },
})

type Written = Partial<Parameters<typeof writeMailing>[0]>

async function print(recipients: PrintedRecipient[], change: Written) {
  async function* batches() {
    yield recipients
  }
  const content = { name: 'Autumn', kind: 'LETTER', text: '', backText: '', format: 'SHEETS' } as const
  const at = new Date('2026-11-30T12:00:00Z')
  const chunks: Uint8Array[] = []
  const written = writeMailing({ ...content, sender: sampleSender, at, batches: batches(), ...change })
  for await (const chunk of written) chunks.push(Buffer.from(chunk))
  return extractTexts(Buffer.concat(chunks))
}

const find = ({ texts }: { texts: PlacedText[] }, start: string) => texts.filter(({ text }) => text.startsWith(start))

test.each(['Jordan Sampleton', longName])(
  'wherever a folded letter slides in a #10 envelope, its window shows the address of %s and nothing else',
  async (addressee) => {
    const text = 'Dear Property Owner,\n\nWould you sell {{property.street}}, {{owner.firstName|Neighbor}}?'
    const page = await print([buildRecipient(0, addressee)], { text })
    expect(page.pages).toBe(1)
    const [city] = find(page, 'Rancho Exampleton, CA 90000-1234')
    const [name] = find(page, addressee.slice(0, 11))
    const block = page.texts.filter(({ y }) => y >= (name?.y ?? 0) && y <= (city?.y ?? 0))
    expect(block.map(({ text: line }) => line).join(' ')).toBe(
      `${addressee} 12345 Southwest Exampleton Pkwy Apt 1204 Rancho Exampleton, CA 90000-1234`,
    )
    expect(find(page, 'Would you sell 1208 Example Orchard Ln, Neighbor?')).toHaveLength(1)
    // The envelope is 9.5 × 4.125 in; its window is 4.5 × 1.125 in, 0.875 in from the left and 0.5 in from the bottom.
    const foldedHeight = 11 / 3
    for (const dx of [0, 1])
      for (const dy of [0, 4.125 - foldedHeight]) {
        const [left, right] = [(0.875 - dx) * inch, (0.875 + 4.5 - dx) * inch]
        const [top, bottom] = [(4.125 - 0.5 - 1.125 - dy) * inch, (4.125 - 0.5 - dy) * inch]
        for (const line of block) {
          expect(line.x).toBeGreaterThanOrEqual(left)
          expect(line.right).toBeLessThanOrEqual(right)
          expect(line.y - 0.75 * line.size).toBeGreaterThanOrEqual(top)
          expect(line.y).toBeLessThanOrEqual(bottom)
        }
        const others = page.texts.filter((line) => !block.includes(line))
        expect(others.filter(({ y, size }) => y > top && y - size < bottom)).toEqual([])
      }
    // The return address is above the window.
    expect(Math.max(...find(page, 'Knoxville, TN 37902').map(({ y }) => y))).toBeLessThan(2 * inch)
  },
)

test('a word of a thousand letters is cut into lines that fit, without measuring each of its beginnings', async () => {
  const fonts = await getFontMeasure()
  const measured = new Set<string>()
  const getWidth: typeof fonts.getWidth = (text, style) => {
    measured.add(text)
    return fonts.getWidth(text, style)
  }
  const [word, style] = ['WAfTo'.repeat(200), { size: 11, isBold: false }]
  const lines = wrapText({ ...fonts, getWidth }, word, 300, style)
  expect(lines.join('')).toBe(word)
  for (const line of lines) expect(fonts.getWidth(line, style)).toBeLessThanOrEqual(300)
  expect(measured.size).toBeLessThan(100)
})

test('a long letter goes on to a second sheet, with the address on the first alone', async () => {
  const text = Array.from({ length: 60 }, (_, at) => `Line ${at + 1}`).join('\n')
  const page = await print([buildRecipient(0, 'Jordan Sampleton')], { text })
  expect([page.pages, find(page, 'Jordan Sampleton').length, find(page, 'Line ').length]).toEqual([2, 1, 60])
  for (const { y } of page.texts) expect(y).toBeLessThan((11 - 0.7) * inch)
})

test('each of 31 labels is inside its own cell of Avery 5160, and the last is on a second sheet', async () => {
  const recipients = Array.from({ length: 31 }, (_, at) => buildRecipient(at, at === 7 ? longName : `Jordan ${at}`))
  const page = await print(recipients, { format: 'LABELS' })
  expect(page.pages).toBe(2)
  const cities = find(page, 'Rancho Exampleton, CA')
  expect(cities).toHaveLength(31)
  cities.forEach(({ x, y, right }, at) => {
    const [column, row] = [at % 3, Math.floor((at % 30) / 3)]
    const left = (0.1875 + column * 2.75) * inch
    expect([at, x > left, right < left + 2.625 * inch]).toEqual([at, true, true])
    expect([at, y > (0.5 + row) * inch, y < (1.5 + row) * inch]).toEqual([at, true, true])
  })
  for (const { text, x, right } of find(page, 'Christopher'))
    expect([text, right - x < 2.4 * inch]).toEqual([text, true])
})

test('a postcard has its text on the front, and on the back an address clear of stamp, barcode and edges', async () => {
  const text = 'Would you sell {{property.street}}?\n\nCall {{sender.phone}}'
  const card = await print([buildRecipient(0, longName)], {
    kind: 'POSTCARD',
    text,
    backText: 'Hello {{owner.firstName}},\n\nPlease call.',
  })
  expect(card.pages).toBe(2)
  expect(find(card, 'Call (615) 555-0142')).toHaveLength(1)
  expect(find(card, 'Hello Property Owner,')).toHaveLength(1)
  // The fixture counts from the top of a sheet of 11 in.
  const texts = card.texts.map((one) => ({ ...one, y: one.y - 7 * inch }))
  for (const one of texts) {
    expect([one.text, one.x >= 0.25 * inch, one.right <= 5.75 * inch]).toEqual([one.text, true, true])
    expect([one.text, one.y - one.size >= 0.2 * inch, one.y <= 3.75 * inch]).toEqual([one.text, true, true])
  }
  const [city] = find({ texts }, 'Rancho Exampleton')
  expect(city?.y).toBeLessThan((4 - 0.625) * inch)
  const [name] = find({ texts }, 'Christopher')
  expect((name?.y ?? 0) - (name?.size ?? 0)).toBeGreaterThan((0.3125 + 1) * inch)
})
