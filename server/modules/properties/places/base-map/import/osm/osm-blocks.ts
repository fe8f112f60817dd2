import { open } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { PbfReader } from 'pbf'
import { unprocessable } from '../../../../../../platform/files/content/input-file.ts'
import type { FileToRead } from '../../../../../../platform/files/tables/archive/measured-streams.ts'

export type Tags = ReadonlyMap<string, string>
export type OsmMember = { way: number; role: string }

/** What is told of each element, in the order of the file. Absent where nobody asks, so that it is not decoded. */
export type OsmVisitor = {
  node?: (id: number, lng: number, lat: number, tags: Tags | undefined) => void
  way?: (id: number, nodes: readonly number[], tags: Tags) => void
  relation?: (id: number, members: readonly OsmMember[], tags: Tags) => void
}

type ElementKind = keyof OsmVisitor
type Block = { offset: number; length: number; kinds?: ReadonlySet<ElementKind> }

/** The limits of the format: a file that has more is none, or is damaged. */
const maxHeadBytes = 64 * 1024
const maxBlockBytes = 32 * 1024 ** 2

/** Whether a file begins as extracts of OpenStreetMap do. */
export async function isOsmExtract(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.subarray(0, bytesRead).includes('OSMHeader')
  } finally {
    await file.close()
  }
}

/** Opens an extract, of which each pass reads only the blocks that have what it asks for. */
export async function openOsmExtract({ path, name, size }: FileToRead) {
  const file = await open(path)
  const broken = () => unprocessable(`The extract ${name} is damaged or incomplete and cannot be read: fetch it again.`)
  let blocks: Block[] | undefined

  async function readBytes(offset: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset)
    if (bytesRead < length) throw broken()
    return buffer
  }

  async function listBlocks(): Promise<Block[]> {
    const found: Block[] = []
    for (let offset = 0; offset < size; ) {
      const headLength = (await readBytes(offset, 4)).readUInt32BE()
      if (headLength > maxHeadBytes) throw broken()
      const { type, length } = readBlobHead(await readBytes(offset + 4, headLength))
      if (length > maxBlockBytes) throw broken()
      if (type === 'OSMData') found.push({ offset: offset + 4 + headLength, length })
      offset += 4 + headLength + length
      if (offset > size) throw broken()
    }
    return found
  }

  /** Tells the visitor of all elements that it asks for, block by block; yields the share of the file that is read. */
  async function* visit(visitor: OsmVisitor): AsyncGenerator<number> {
    blocks ??= await listBlocks()
    const asked = Object.keys(visitor) as ElementKind[]
    for (const [at, block] of blocks.entries()) {
      if (block.kinds && !asked.some((kind) => block.kinds?.has(kind))) continue
      try {
        block.kinds = visitBlock(unpack(await readBytes(block.offset, block.length), name), visitor)
      } catch (error) {
        if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw broken()
        throw error
      }
      yield (at + 1) / blocks.length
    }
  }

  return { visit, close: () => file.close() }
}

function readBlobHead(bytes: Buffer): { type: string; length: number } {
  const head = { type: '', length: 0 }
  return new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.type = pbf.readString()
    else if (tag === 3) into.length = pbf.readVarint()
  }, head)
}

function unpack(bytes: Buffer, name: string): Uint8Array {
  const blob: { raw?: Uint8Array; packed?: Uint8Array } = {}
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.raw = pbf.readBytes()
    else if (tag === 3) into.packed = pbf.readBytes()
  }, blob)
  if (blob.raw) return blob.raw
  if (blob.packed) return inflateSync(blob.packed, { maxOutputLength: maxBlockBytes })
  throw unprocessable(`The extract ${name} is compressed in another way than those that are published, with zlib.`)
}

function visitBlock(bytes: Uint8Array, visitor: OsmVisitor): ReadonlySet<ElementKind> {
  const strings: string[] = []
  const groups: Uint8Array[] = []
  const grid = { granularity: 100, lat: 0, lng: 0 }
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag === 1) pbf.readMessage((own, list, table) => void (own === 1 && list.push(table.readString())), strings)
    else if (tag === 2) groups.push(pbf.readBytes())
    else if (tag === 17) grid.granularity = pbf.readVarint()
    else if (tag === 19) grid.lat = pbf.readVarint(true)
    else if (tag === 20) grid.lng = pbf.readVarint(true)
  }, null)
  const kinds = new Set<ElementKind>()
  const toDegrees = (offset: number, units: number) => (offset + grid.granularity * units) * 1e-9
  const context = {
    strings,
    toLng: (units: number) => toDegrees(grid.lng, units),
    toLat: (units: number) => toDegrees(grid.lat, units),
  }
  for (const group of groups)
    new PbfReader(group).readFields((tag, _, pbf) => {
      const element = elementsByTag[tag]
      if (!element) return
      kinds.add(element.kind)
      if (visitor[element.kind]) element.visit(pbf.readBytes(), visitor, context)
    }, null)
  return kinds
}

type Context = { strings: readonly string[]; toLng: (units: number) => number; toLat: (units: number) => number }

function visitDense(bytes: Uint8Array, { node }: OsmVisitor, { strings, toLng, toLat }: Context): void {
  const dense = { ids: [] as number[], lats: [] as number[], lngs: [] as number[], tags: [] as number[] }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readPackedSVarint(into.ids)
    else if (tag === 8) pbf.readPackedSVarint(into.lats)
    else if (tag === 9) pbf.readPackedSVarint(into.lngs)
    else if (tag === 10) pbf.readPackedVarint(into.tags)
  }, dense)
  let [id, lat, lng, place] = [0, 0, 0, 0]
  for (const [at, difference] of dense.ids.entries()) {
    id += difference
    lat += dense.lats[at] ?? 0
    lng += dense.lngs[at] ?? 0
    let tags: Map<string, string> | undefined
    for (; (dense.tags[place] ?? 0) !== 0; place += 2) {
      tags ??= new Map()
      tags.set(strings[dense.tags[place] ?? 0] ?? '', strings[dense.tags[place + 1] ?? 0] ?? '')
    }
    place += 1
    node?.(id, toLng(lng), toLat(lat), tags)
  }
}

/** The first fields of ways and relations are the same. */
function readTags(bytes: Uint8Array, strings: readonly string[]): { id: number; tags: Map<string, string> } {
  const element = { id: 0, keys: [] as number[], values: [] as number[] }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readVarint()
    else if (tag === 2) pbf.readPackedVarint(into.keys)
    else if (tag === 3) pbf.readPackedVarint(into.values)
  }, element)
  const { id, keys, values } = element
  return { id, tags: new Map(keys.map((key, at) => [strings[key] ?? '', strings[values[at] ?? 0] ?? ''])) }
}

function visitNode(bytes: Uint8Array, { node }: OsmVisitor, { strings, toLng, toLat }: Context): void {
  const place = { id: 0, lat: 0, lng: 0 }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 1) into.id = pbf.readSVarint()
    else if (tag === 8) into.lat = pbf.readSVarint()
    else if (tag === 9) into.lng = pbf.readSVarint()
  }, place)
  const { tags } = readTags(bytes, strings)
  node?.(place.id, toLng(place.lng), toLat(place.lat), tags.size > 0 ? tags : undefined)
}

function visitWay(bytes: Uint8Array, { way }: OsmVisitor, { strings }: Context): void {
  const nodes: number[] = []
  new PbfReader(bytes).readFields((tag, into, pbf) => void (tag === 8 && pbf.readPackedSVarint(into)), nodes)
  const { id, tags } = readTags(bytes, strings)
  way?.(id, sumUp(nodes), tags)
}

function visitRelation(bytes: Uint8Array, { relation }: OsmVisitor, { strings }: Context): void {
  const list = { roles: [] as number[], ids: [] as number[], types: [] as number[] }
  new PbfReader(bytes).readFields((tag, into, pbf) => {
    if (tag === 8) pbf.readPackedVarint(into.roles)
    else if (tag === 9) pbf.readPackedSVarint(into.ids)
    else if (tag === 10) pbf.readPackedVarint(into.types)
  }, list)
  const members = sumUp(list.ids).flatMap((way, at) =>
    list.types[at] === wayMember ? [{ way, role: strings[list.roles[at] ?? 0] ?? '' }] : [],
  )
  const { id, tags } = readTags(bytes, strings)
  relation?.(id, members, tags)
}

const wayMember = 1

/** Numbers are written as their differences. */
function sumUp(differences: number[]): number[] {
  for (let at = 1; at < differences.length; at += 1)
    differences[at] = (differences[at] ?? 0) + (differences[at - 1] ?? 0)
  return differences
}

const elementsByTag: Record<
  number,
  { kind: ElementKind; visit: (bytes: Uint8Array, visitor: OsmVisitor, context: Context) => void }
> = {
  1: { kind: 'node', visit: visitNode },
  2: { kind: 'node', visit: visitDense },
  3: { kind: 'way', visit: visitWay },
  4: { kind: 'relation', visit: visitRelation },
}
