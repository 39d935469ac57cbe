"""An LMS from PyPI, wagtail-lms, with one person, one course and the package: with_wagtail_lms.py <folder> <port> <package>."""

import sys
from pathlib import Path

import django
from django.conf import settings

folder, port, package = sys.argv[1:]
CONTRIB = ["forms", "redirects"]
WAGTAIL = ["embeds", "sites", "users", "snippets", "documents", "images", "search", "admin"]
DJANGO = ["admin", "auth", "contenttypes", "sessions", "messages", "staticfiles"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
templates = Path(folder) / "templates"
templates.mkdir()
(templates / "base.html").write_text("<!doctype html><body>{% block content %}{% endblock %}</body>")
settings.configure(
    DEBUG=True,
    SECRET_KEY="x" * 50,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF="__main__",
    USE_TZ=True,
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": f"{folder}/db.sqlite3"}},
    INSTALLED_APPS=[
        "wagtail_lms",
        *[f"wagtail.contrib.{name}" for name in CONTRIB],
        *[f"wagtail.{name}" for name in WAGTAIL],
        "wagtail",
        "modelcluster",
        "taggit",
        *[f"django.contrib.{name}" for name in DJANGO],
    ],
    MIDDLEWARE=MIDDLEWARE,
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "DIRS": [str(templates)],
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
    STATIC_URL="/static/",
    MEDIA_ROOT=f"{folder}/media",
    WAGTAIL_SITE_NAME="LMS",
    WAGTAILADMIN_BASE_URL=f"http://127.0.0.1:{port}",
    WAGTAIL_LMS_AUTO_ENROLL=True,
    LOGIN_URL="/admin/login/",
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
django.setup()

from django.contrib import admin  # noqa: E402
from django.contrib.auth import get_user_model  # noqa: E402
from django.core.files import File  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.http import HttpResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from wagtail.models import Page  # noqa: E402
from wagtail_lms.models import CoursePage, SCORMLessonPage, SCORMPackage  # noqa: E402

call_command("migrate", verbosity=0)
get_user_model().objects.create_superuser("ann", "ann@lms.example", "Ann-pass-1234")
uploaded = SCORMPackage(title="A course")
with open(package, "rb") as file:
    uploaded.package_file.save("package.zip", File(file))
course = Page.objects.get(depth=1).add_child(instance=CoursePage(title="Course", slug="course"))
lesson = course.add_child(instance=SCORMLessonPage(title="Lesson", slug="lesson", scorm_package=uploaded))

urlpatterns = [
    path("health", lambda request: HttpResponse(str(lesson.pk))),
    path("admin/", admin.site.urls),
    path("lms/", include("wagtail_lms.urls")),
]
call_command("runserver", f"127.0.0.1:{port}", "--noreload", verbosity=0)
