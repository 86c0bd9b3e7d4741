"""Writes wheels: https://packaging.python.org/specifications/binary-distribution-format/."""
import base64
import hashlib
import zipfile


class WheelFile(zipfile.ZipFile):
    """The files of a wheel, with their digests; finish() ends it."""

    def __init__(self, path, name, version, tag):
        super().__init__(path, "w")
        self.stem, self.tag, self.rows = f"{name}-{version}", tag, []

    def add(self, path, data, is_executable=False):
        info = zipfile.ZipInfo(path)  # of 1980: the same input makes the same wheel
        info.external_attr = (0o100755 if is_executable else 0o100644) << 16
        self.writestr(info, data, zipfile.ZIP_DEFLATED)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.rows.append(f"{path},sha256={digest},{len(data)}\n")

    def finish(self, metadata):
        folder = f"{self.stem}.dist-info"
        self.add(f"{folder}/METADATA", metadata.encode())
        self.add(f"{folder}/WHEEL",
                 f"Wheel-Version: 1.0\nGenerator: smemlint\nRoot-Is-Purelib: false\nTag: {self.tag}\n".encode())
        self.writestr(f"{folder}/RECORD", "".join(self.rows) + f"{folder}/RECORD,,\n")
        self.close()
