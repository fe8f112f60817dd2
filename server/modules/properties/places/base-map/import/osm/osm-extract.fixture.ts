import { deflateSync } from 'node:zlib'
import { PbfWriter } from 'pbf'

type Tags = Record<string, string>
export type OsmNode = { id: number; lng: number; lat: number; tags?: Tags }
export type OsmWay = { id: number; nodes: readonly number[]; tags: Tags }
export type OsmRelation = { id: number; members: readonly { way: number; role: string }[]; tags: Tags }
export type OsmContent = { nodes: readonly OsmNode[]; ways?: readonly OsmWay[]; relations?: readonly OsmRelation[] }

const perBlock = 8_000

/** An extract of OpenStreetMap as it is published: nodes, ways and relations in blocks of Protocolbuffers. */
export function buildOsmExtract({ nodes, ways = [], relations = [] }: OsmContent): Buffer {
  const header = new PbfWriter()
  header.writeStringField(4, 'OsmSchema-V0.6')
  header.writeStringField(4, 'DenseNodes')
  return Buffer.concat([
    toBlob('OSMHeader', header.finish()),
    ...cutList(nodes).map((part) => toBlock(part, writeDenseNodes)),
    ...cutList(ways).map((part) => toBlock(part, writeWays)),
    ...cutList(relations).map((part) => toBlock(part, writeRelations)),
  ])
}

const cutList = <Item>(list: readonly Item[]) =>
  Array.from({ length: Math.ceil(list.length / perBlock) }, (_, at) => list.slice(at * perBlock, (at + 1) * perBlock))

function toBlob(type: string, content: Uint8Array): Buffer {
  const blob = new PbfWriter()
  blob.writeVarintField(2, content.length)
  blob.writeBytesField(3, deflateSync(content))
  const data = blob.finish()
  const head = new PbfWriter()
  head.writeStringField(1, type)
  head.writeVarintField(3, data.length)
  const headBytes = head.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headBytes.length)
  return Buffer.concat([length, headBytes, data])
}

type Strings = (text: string) => number

function toBlock<Item>(
  items: readonly Item[],
  write: (items: readonly Item[], group: PbfWriter, toNumber: Strings) => void,
) {
  const numbers = new Map([['', 0]])
  const toNumber = (text: string) => {
    const known = numbers.get(text) ?? numbers.size
    numbers.set(text, known)
    return known
  }
  const group = new PbfWriter()
  write(items, group, toNumber)
  const block = new PbfWriter()
  block.writeMessage(
    1,
    (_, table) => {
      for (const text of numbers.keys()) table.writeBytesField(1, Buffer.from(text))
    },
    null,
  )
  block.writeBytesField(2, group.finish())
  return toBlob('OSMData', block.finish())
}

const toDifferences = (values: readonly number[]) => values.map((value, at) => value - (values[at - 1] ?? 0))
const toUnits = (degrees: number) => Math.round(degrees * 1e7)

function writeDenseNodes(nodes: readonly OsmNode[], group: PbfWriter, toNumber: Strings): void {
  group.writeMessage(
    2,
    (_, dense) => {
      dense.writePackedSVarint(1, toDifferences(nodes.map(({ id }) => id)))
      dense.writePackedSVarint(8, toDifferences(nodes.map(({ lat }) => toUnits(lat))))
      dense.writePackedSVarint(9, toDifferences(nodes.map(({ lng }) => toUnits(lng))))
      const tags = nodes.flatMap((node) => [
        ...Object.entries(node.tags ?? {}).flatMap(([key, value]) => [toNumber(key), toNumber(value)]),
        0,
      ])
      dense.writePackedVarint(10, tags)
    },
    null,
  )
}

function writeTags(tags: Tags, item: PbfWriter, toNumber: Strings): void {
  item.writePackedVarint(2, Object.keys(tags).map(toNumber))
  item.writePackedVarint(3, Object.values(tags).map(toNumber))
}

function writeWays(ways: readonly OsmWay[], group: PbfWriter, toNumber: Strings): void {
  for (const { id, nodes, tags } of ways)
    group.writeMessage(
      3,
      (_, way) => {
        way.writeVarintField(1, id)
        writeTags(tags, way, toNumber)
        way.writePackedSVarint(8, toDifferences(nodes))
      },
      null,
    )
}

function writeRelations(relations: readonly OsmRelation[], group: PbfWriter, toNumber: Strings): void {
  for (const { id, members, tags } of relations)
    group.writeMessage(
      4,
      (_, relation) => {
        relation.writeVarintField(1, id)
        writeTags(tags, relation, toNumber)
        relation.writePackedVarint(
          8,
          members.map(({ role }) => toNumber(role)),
        )
        relation.writePackedSVarint(9, toDifferences(members.map(({ way }) => way)))
        relation.writePackedVarint(
          10,
          members.map(() => 1),
        )
      },
      null,
    )
}
