/**
 * The range folder in Python: its files, each written under another name and renamed, and its manifest. Tasks
 * that run at the same time never write the same file: each writes its days to its own part of the manifest,
 * and the parts are united once all tasks have ended.
 */
export const folderCode = `class Folder:
    """A range folder: a file for each delivery day, and the manifest.

    Each file is written under another name and renamed, so that what has its name is
    whole, whenever this ends. A task notes its days in a part of the manifest, a file
    of its own: tasks that ran at the same time would overwrite each other's notes.
    """

    def __init__(self, target: str, is_task: bool = False) -> None:
        self.fs, root = fsspec.core.url_to_fs(target, **STORAGE_OPTIONS)
        self.root = f"{root.rstrip('/')}/{DATASET}"
        self.query = {
            "version": 1,
            "dataset": DATASET,
            "parameters": PARAMETERS,
            "format": "parquet",
            "connection": CONNECTION,
            "addresses": addresses_hash(),
        }
        self.fs.makedirs(self.root, exist_ok=True)
        self.fs.invalidate_cache()
        self.there = self.fs.find(self.root, detail=True)
        # Next to the folder: programs would take a file inside it for data.
        parent = self.root.rpartition("/")[0]
        self.whole = f"{parent}/_{DATASET}.manifest.json"
        start = f"{parent}/_{DATASET}.manifest.part-"
        beside = self.fs.find(parent, maxdepth=1)
        self.parts = sorted(path for path in beside if path.startswith(start))
        # Earlier versions wrote it into the folder.
        self.former = f"{self.root}/_manifest.json"
        self.known: dict[str, dict] = {}
        for path in [self.whole, self.former, *self.parts]:
            if path in beside or path in self.there:
                self.unite(path)
        # What the next writing says: everything, or the days of this task.
        self.manifest = f"{start}{uuid4()}.json" if is_task else self.whole
        self.days = {} if is_task else self.known
        if not is_task:
            self.remove_partial()

    def remove_partial(self) -> None:
        """Remove what a run left that was ended in the middle."""
        for path in self.there:
            if re.search(r"/\\.[^/]*\\.partial$", path):
                self.fs.rm_file(path)

    def unite(self, path: str) -> None:
        """Add the days of a manifest to the known ones. A folder holds one query."""
        try:
            manifest = json.loads(self.fs.cat_file(path))
            days = manifest["days"].items()
            noted = {day: {"bytes": -1, **entry} for day, entry in days}
        except (ValueError, KeyError, TypeError, AttributeError):
            text = f"{path} is not a manifest of a range."
            text += " Choose another folder, or delete the file."
            raise JobFailed(text) from None
        for name in ("version", "dataset", "parameters", "format", "addresses"):
            if manifest.get(name) != self.query[name]:
                text = f"{self.root} already contains another query ({name})."
                raise JobFailed(f"{text} Choose another folder.")
        for day, entry in noted.items():
            before = self.known.get(day)
            if before is None or rank(entry) >= rank(before):
                self.known[day] = entry

    def part(self, day: str) -> str:
        return f"{self.root}/day={day}/part-0.parquet"

    def kept(self, day: str) -> dict | None:
        """Return the entry of a day whose file is there with the size that it had."""
        entry = self.known.get(day, {})
        size = self.there.get(self.part(day), {}).get("size")
        is_there = entry.get("outcome") == "success" and size == entry["bytes"]
        return entry if is_there else None

    def write(self, path: str, data: bytes) -> None:
        parent, name = path.rsplit("/", 1)
        partial = f"{parent}/.{name}.{uuid4()}.partial"
        self.fs.makedirs(parent, exist_ok=True)
        with self.fs.open(partial, "wb") as file:
            file.write(data)
        if isinstance(self.fs, LocalFileSystem):
            os.replace(partial, path)
        else:
            self.fs.mv(partial, path)

    def write_day(self, day: str, table: pa.Table) -> dict:
        """Write the file of a day, and return what the manifest says about it."""
        out = pa.BufferOutputStream()
        pq.write_table(table, out, compression="gzip")
        data = out.getvalue().to_pybytes()
        self.write(self.part(day), data)
        return {
            "rows": table.num_rows,
            "bytes": len(data),
            "sha256": sha256(data).hexdigest(),
        }

    def note(self, day: str, entry: dict) -> None:
        """Note how a day ended, and write the manifest, or this task's part of it."""
        self.days[day] = entry
        self.write_manifest()

    def write_manifest(self) -> None:
        manifest = {**self.query, "days": dict(sorted(self.days.items()))}
        text = json.dumps(manifest, indent=1, ensure_ascii=False)
        self.write(self.manifest, f"{text}\\n".encode())
        if self.manifest == self.whole and self.there.pop(self.former, None):
            self.fs.rm_file(self.former)


def rank(entry: dict) -> tuple[bool, str]:
    """Return what decides which entry of a day counts: a file, then the time."""
    return entry.get("outcome") == "success", str(entry.get("requestedAt"))


`;
