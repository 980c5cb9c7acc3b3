/** The range folder in Python: its files, each written under another name and renamed, and its manifest. */
export const folderCode = `class Folder:
    """A range folder: a file for each delivery day, and the manifest.

    Each file is written under another name and renamed, so that what has its name is
    whole, whenever this ends.
    """

    def __init__(self, target: str, addresses: str) -> None:
        self.fs, root = fsspec.core.url_to_fs(target, **STORAGE_OPTIONS)
        self.root = f"{root.rstrip('/')}/{DATASET}"
        self.manifest = {
            "version": 1,
            "dataset": DATASET,
            "parameters": PARAMETERS,
            "format": "parquet",
            "connection": CONNECTION,
            "addresses": addresses,
            "days": {},
        }
        self.fs.makedirs(self.root, exist_ok=True)
        self.there = self.fs.find(self.root, detail=True)
        for path in self.there:
            # Left by a run that was ended in the middle.
            if re.search(r"/\\.[^/]*\\.partial$", path):
                self.fs.rm(path)
        if self.fs.exists(f"{self.root}/_manifest.json"):
            self.continue_with(json.loads(self.fs.cat(f"{self.root}/_manifest.json")))

    def continue_with(self, manifest: dict) -> None:
        """Keep what is there. A folder holds one query."""
        for name in ("version", "dataset", "parameters", "format", "addresses"):
            if manifest.get(name) != self.manifest[name]:
                text = f"{self.root} already contains another query ({name})."
                raise JobFailed(f"{text} Choose another folder.")
        self.manifest["days"] = manifest["days"]

    def part(self, day: str) -> str:
        return f"{self.root}/day={day}/part-0.parquet"

    def kept(self, day: str) -> dict | None:
        """Return the entry of a day whose file is there with the size that it had."""
        entry = self.manifest["days"].get(day, {})
        size = self.there.get(self.part(day), {}).get("size")
        is_there = entry.get("outcome") == "success" and size == entry["bytes"]
        return entry if is_there else None

    def write(self, path: str, data: bytes) -> None:
        parent, name = path.rsplit("/", 1)
        partial = f"{parent}/.{name}.{uuid4()}.partial"
        self.fs.makedirs(parent, exist_ok=True)
        with self.fs.open(partial, "wb") as file:
            file.write(data)
        self.fs.mv(partial, path)

    def write_day(self, day: str, table: pa.Table) -> dict:
        """Write the file of a day, and return what the manifest says about it."""
        out = pa.BufferOutputStream()
        pq.write_table(table, out, compression="zstd")
        data = out.getvalue().to_pybytes()
        self.write(self.part(day), data)
        return {
            "rows": table.num_rows,
            "bytes": len(data),
            "sha256": sha256(data).hexdigest(),
        }

    def note(self, day: str, entry: dict) -> None:
        """Note how a day ended, and write the whole manifest."""
        days = {**self.manifest["days"], day: entry}
        self.manifest["days"] = dict(sorted(days.items()))
        text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
        self.write(f"{self.root}/_manifest.json", f"{text}\\n".encode())


`;
