/** A value bound to a `{name:Type}` placeholder. 64-bit integers travel as decimal strings. */
export type Param = string | number | boolean | readonly string[] | readonly number[]
export type Params = Record<string, Param>

export type ReadLimits = { seconds: number; memoryBytes: number; resultRows: number }

export type ReadOptions = Partial<ReadLimits> & {
  /** Aborts when the caller has gone: a waiting read is dropped, a running one is stopped. */
  signal?: AbortSignal | undefined
  /** Reads the whole country: leaves room for reads of one county. */
  isHeavy?: boolean
  /** A heavy read that accompanies a more urgent answer: leaves room for that answer too. */
  isPatient?: boolean
}

export type WriteOptions = {
  /**
   * Writes little and finishes at once, so it does not wait behind the loading of a county dataset. Throws UNAVAILABLE
   * where too many wait.
   */
  isShort?: boolean
  /** Aborts when the caller has gone: a waiting write is dropped. A running one is not stopped. */
  signal?: AbortSignal | undefined
}

/** A `Native` file may hold several batches one after another. */
export type FileFormat = 'TabSeparated' | 'Native'

/**
 * The property store. The same SQL runs embedded and on a cluster. User text reaches SQL only as a bound parameter.
 * 64-bit integers are returned as strings, dates as `YYYY-MM-DD`, null as null.
 */
export type ClickHouse = {
  rows<Row>(sql: string, params?: Params, options?: ReadOptions): Promise<Row[]>
  run(sql: string, params?: Params, options?: WriteOptions): Promise<void>
  /** Loads a local file into a table; its columns are `columns`, in order. */
  insertFile(table: string, columns: readonly string[], path: string, format: FileFormat): Promise<void>
  ping(): Promise<boolean>
  close(): Promise<void>
}
