/** What tells whether a file has changed since it was last read, such as its ETag. Only compared, never interpreted. */
export type Marker = Readonly<Record<string, string>>

export type OpenedLocation = {
  fileName: string
  marker: Marker
  body: AsyncIterable<Uint8Array>
  /** Of a file in the import folder. */
  path?: string
}
