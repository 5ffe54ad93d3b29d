"""Runs the queries of fleet/ over files of rows in ClickHouse, as chdb embeds it; prints the answers as JSON by query.

ask_clickhouse.py FLEET_FOLDER ROWS_FOLDER
"""

import json
import pathlib
import sys

from chdb.session import Session

queries, rows = (pathlib.Path(each).resolve() for each in sys.argv[1:3])
session = Session()
# What SQL says of outer joins, casts and sums over nothing.
for setting in (
    "join_use_nulls",
    "cast_keep_nullable",
    "aggregate_functions_null_for_empty",
):
    session.query(f"SET {setting} = 1")
session.query("CREATE DATABASE fleet")
session.query("USE fleet")
session.query(f"CREATE VIEW hitmap_all AS SELECT * FROM file('{rows}/*.parquet', Parquet)")
session.query(f"CREATE VIEW hitmap_rows AS {(queries / 'rows.sql').read_text()}")
answers = {}
for path in sorted(queries.glob("*.sql")):
    if path.stem != "rows":
        found = session.query(path.read_text(), "JSONEachRow")
        answers[path.stem] = [json.loads(line) for line in str(found).splitlines()]
json.dump(answers, sys.stdout)
