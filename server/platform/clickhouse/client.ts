/** A value bound to a `{name:Type}` placeholder. 64-bit integers travel as decimal strings. */
export type Param = string | number | boolean | readonly string[] | readonly number[]
export type Params = Record<string, Param>

export type ReadLimits = { seconds: number; memoryBytes: number; resultRows: number }

export type ReadOptions = Partial<ReadLimits> & {
  /** Whoever asked has gone: a read that waits is dropped, one that runs is stopped. */
  signal?: AbortSignal | undefined
  /** It reads the whole country: it leaves room for those that read a county. */
  isHeavy?: boolean
  /** Of those that do, it stands beside an answer that is waited for more: it leaves room for that, too. */
  isPatient?: boolean
}

export type WriteOptions = {
  /** It writes little and is done at once: it does not wait for what loads a roll. Busy is said where too many wait. */
  isShort?: boolean
  /** Whoever asked has gone: a write that waits is dropped. One that runs is not stopped. */
  signal?: AbortSignal | undefined
}

/** Of `Native` several blocks may stand one behind the other. */
export type FileFormat = 'TabSeparated' | 'Native'

/**
 * The property store. The same SQL runs embedded and on a cluster. User text reaches SQL as a bound parameter only.
 * 64-bit integers come back as strings, dates as `YYYY-MM-DD`, null as null.
 */
export type ClickHouse = {
  rows<Row>(sql: string, params?: Params, options?: ReadOptions): Promise<Row[]>
  run(sql: string, params?: Params, options?: WriteOptions): Promise<void>
  /** Loads a local file into a table; its columns are those of `columns`, in order. */
  insertFile(table: string, columns: readonly string[], path: string, format: FileFormat): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}
