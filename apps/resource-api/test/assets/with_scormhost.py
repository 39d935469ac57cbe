"""An LMS from PyPI, scormhost, with its data in a folder: with_scormhost.py <folder> <port>."""

import sys

import uvicorn
from scormhost.app import create_scorm_app

folder, port = sys.argv[1:]
app = create_scorm_app(data_dir=folder, secret_key="x" * 32)
uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")
