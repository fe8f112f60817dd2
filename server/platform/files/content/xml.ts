import { SaxesParser } from 'saxes'
import { unprocessable } from './input-file.ts'

export type Tag = { name: string; attributes: Record<string, string> }

export type XmlHandlers = {
  open?: (tag: Tag) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

// No legitimate workbook has a tag or a text this long; a longer one is made to fill the memory.
const maxBytesWithoutEvent = 8 * 1024 * 1024

/** Reads XML step by step and yields after each piece. Names come without their namespace prefix. */
export async function* readXml(
  bytes: AsyncIterable<Buffer>,
  fileName: string,
  { open, close, text }: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder()
  let sinceEvent = 0
  const damaged = () => unprocessable(`The file ${fileName} is damaged: a part of the workbook cannot be read.`)
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0
    open?.({ name: localName(name), attributes })
  })
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0
    close?.(localName(name))
  })
  if (text) parser.on('text', text)
  for await (const chunk of bytes) {
    sinceEvent += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (sinceEvent > maxBytesWithoutEvent) throw damaged()
    yield
  }
  parser.close()
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

export async function readWholeXml(bytes: AsyncIterable<Buffer>, fileName: string, handlers: XmlHandlers) {
  for await (const _ of readXml(bytes, fileName, handlers));
}
