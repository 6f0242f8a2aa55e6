/**
 * The store's schema, forwards only: an entry is never edited once released, a later one changes what it made.
 * The SQL is kept portable to plain SQLite, so that another binding can take over.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE facts (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT`,

    `CREATE TABLE pages (
      id INTEGER PRIMARY KEY,
      page_id TEXT NOT NULL UNIQUE,
      url TEXT NOT NULL,
      final_url TEXT NOT NULL,
      canonical_url TEXT NOT NULL,
      title TEXT,
      author TEXT,
      published_at TEXT,
      language TEXT,
      text TEXT NOT NULL,
      how TEXT NOT NULL,
      status INTEGER NOT NULL,
      spans TEXT NOT NULL,
      extractor TEXT NOT NULL,
      etag TEXT,
      last_modified TEXT,
      retrieved_at TEXT NOT NULL,
      private_to TEXT
    ) STRICT`,

    // Every copy keeps its addresses; the newest by retrieved_at answers, also after a newer one was deleted.
    `CREATE TABLE page_urls (
      url TEXT NOT NULL,
      page INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
      PRIMARY KEY (url, page)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX page_urls_of_page ON page_urls (page)',

    `CREATE TABLE page_runs (
      id INTEGER PRIMARY KEY,
      run_id TEXT NOT NULL,
      page INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
      UNIQUE (run_id, page)
    ) STRICT`,
    'CREATE INDEX page_runs_of_page ON page_runs (page)',

    `CREATE TABLE chunks (
      id INTEGER PRIMARY KEY,
      page INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      start_offset INTEGER NOT NULL,
      end_offset INTEGER NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (page, position)
    ) STRICT`,

    // Words come prepared (domain/tokenise), so the tokenizer only splits them: `ascii` keeps every other letter whole.
    // `page` holds one word naming the page, so that a search is narrowed to a run inside the index.
    `CREATE VIRTUAL TABLE chunk_words USING fts5 (
      text, title, page,
      content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_+#'"
    )`,

    `CREATE TABLE workers (
      worker_id TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      state TEXT NOT NULL
    ) STRICT`,
  ],
  [
    // Ids only grow, so that their highest tells whether a chunk has got a vector since.
    `CREATE TABLE chunk_vectors (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chunk INTEGER NOT NULL UNIQUE REFERENCES chunks (id) ON DELETE CASCADE,
      vector BLOB NOT NULL
    ) STRICT`,
  ],
  [
    `CREATE TABLE site_memories (
      memory_id TEXT PRIMARY KEY,
      site TEXT NOT NULL,
      intent TEXT NOT NULL,
      start_path TEXT NOT NULL,
      steps TEXT NOT NULL,
      parameters TEXT NOT NULL,
      created_at TEXT NOT NULL,
      steps_at TEXT NOT NULL
    ) STRICT`,
    'CREATE INDEX site_memories_of_site ON site_memories (site)',
    `CREATE TABLE memory_outcomes (
      id INTEGER PRIMARY KEY,
      memory_id TEXT NOT NULL REFERENCES site_memories (memory_id) ON DELETE CASCADE,
      run_id TEXT NOT NULL,
      way TEXT NOT NULL,
      success INTEGER NOT NULL,
      at TEXT NOT NULL,
      UNIQUE (memory_id, run_id, way)
    ) STRICT`,
  ],
];
